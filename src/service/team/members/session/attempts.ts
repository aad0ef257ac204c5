import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { Problem } from '../member.ts';

/** Attempts of one kind that are counted together, at most `limit` an hour. */
export interface Bucket {
  readonly key: string;
  readonly limit: number;
}

/**
 * What an attempt to sign in counts against. A device that has signed in to the account before has attempts of its own, so
 * that nobody else can use them up: neither from the same network nor for the same account.
 *
 * @param account see `accountKey`
 */
export function signInBuckets(account: string, address: string, device: string | undefined): readonly Bucket[] {
  if (device !== undefined) return [{ key: `sign-in:device:${device}`, limit: 20 }];
  return [addressBucket(address), { key: `sign-in:account:${account}`, limit: 20 }];
}

/** Attempts from one network, whatever they are. */
export function addressBucket(address: string): Bucket {
  return { key: `sign-in:address:${networkOf(address)}`, limit: 100 };
}

/** Stands for a mail address where the address itself is not to be kept. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email).digest('hex').slice(0, 32);
}

/** Takes one attempt of each bucket, over all processes and by the database's clock. @returns a refusal if one is used up */
export async function takeAttempt(
  database: Kysely<Database>,
  buckets: readonly Bucket[],
): Promise<Problem | undefined> {
  for (const { key, limit } of buckets) {
    const { rows } = await sql`
      insert into permits (key_id, hour, used) values (${key}, ${currentHour}, 1)
      on conflict (key_id, hour) do update set used = permits.used + 1 where permits.used < ${limit}
      returning used`.execute(database);
    if (rows.length === 0) return tooMany(database);
  }
  return undefined;
}

/** Gives one attempt of each bucket back: it did not fail. */
export async function giveBack(database: Kysely<Database>, buckets: readonly Bucket[]): Promise<void> {
  const keys = buckets.map(({ key }) => key);
  await sql`update permits set used = used - 1 where key_id = any(${keys}) and hour = ${currentHour} and used > 0`.execute(
    database,
  );
}

const currentHour = sql`floor(extract(epoch from now()) / 3600)::bigint`;

async function tooMany(database: Kysely<Database>): Promise<Problem> {
  const { rows } = await sql<{ wait: number }>`
    select (3600 - extract(epoch from now())::bigint % 3600)::int as wait`.execute(database);
  const retryAfter = rows[0]?.wait ?? 3_600;
  const minutes = Math.ceil(retryAfter / 60);
  return {
    problem: `There were too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    status: 429,
    retryAfter,
  };
}

/** A person has a whole network of IPv6 addresses, usually with 64 bits in common. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain.slice(0, 100);
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0');
  const all = [...groups, ...zeros, ...after];
  return all
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
