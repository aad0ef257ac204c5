import { sql, type Kysely, type Transaction } from 'kysely';
import { CodeReviewError } from '../../../../core/base/errors.ts';
import { newKey } from '../../../accounts/keys.ts';
import type { KeyKind } from '../../../../core/review/apiKey.ts';
import type { Database } from '../../database/schema.ts';
import { audit } from '../../members/audit.ts';
import type { Member } from '../../members/member.ts';

/** An API key as the dashboard lists it. */
export interface KeyRow {
  readonly id: string;
  readonly kind: KeyKind;
  readonly name: string;
  readonly lastFour: string;
  readonly createdAt: Date;
  /** Id and name of the member who made it; the name of one who has left is not known. */
  readonly createdBy: string | undefined;
  readonly createdByName: string | undefined;
  /** `2026-11-21` in UTC; undefined if it was never used. */
  readonly lastUsedOn: string | undefined;
  readonly revokedAt: Date | undefined;
}

/** Lists the keys that a member may see: all of them for an admin, else their own; valid ones first, newest first. */
export async function listKeys(database: Kysely<Database>, member: Member): Promise<readonly KeyRow[]> {
  let query = keys(database)
    .orderBy(sql`revoked_at is not null`)
    .orderBy('api_keys.created_at', 'desc')
    .limit(500);
  if (member.role !== 'admin') query = query.where('api_keys.created_by', '=', member.id);
  return (await query.execute()).map(keyRow);
}

/** Finds a key that a member may see. */
export async function findKey(database: Kysely<Database>, member: Member, id: string): Promise<KeyRow | undefined> {
  let query = keys(database).where('api_keys.id', '=', id);
  if (member.role !== 'admin') query = query.where('api_keys.created_by', '=', member.id);
  const row = await query.executeTakeFirst();
  return row && keyRow(row);
}

/**
 * Creates a key for a member and returns it; it cannot be read again.
 * @param now milliseconds since the epoch
 * @throws CodeReviewError of kind `refused` if the member was removed meanwhile
 */
export async function createMemberKey(
  database: Kysely<Database>,
  member: Member,
  asked: { readonly kind: KeyKind; readonly name: string },
  now: number,
): Promise<{ readonly key: string; readonly id: string }> {
  const { key, stored } = newKey(asked, now);
  const { id, kind, name, hash, lastFour } = stored;
  await database.transaction().execute(async transaction => {
    // A removal waits for this key, and revokes it, or has ended before.
    const maker = transaction.selectFrom('user').select('id').where('id', '=', member.id).forKeyShare();
    if ((await maker.executeTakeFirst()) === undefined)
      throw new CodeReviewError('refused', 'You are no member any more.', 'Ask an admin of your team.');
    await transaction
      .insertInto('api_keys')
      .values({ id, kind, name, hash, last_four: lastFour, created_by: member.id })
      .execute();
    await audit(transaction, { actor: member, action: 'key.create', object: name, detail: { id, kind, lastFour } });
  });
  return { key, id };
}

/** Revokes a key that a member may see; false if there is no valid one. */
export async function revokeMemberKey(database: Kysely<Database>, member: Member, id: string): Promise<boolean> {
  return database.transaction().execute(async transaction => {
    const key = await lockedKey(transaction, member, id);
    if (key === undefined) return false;
    await transaction
      .updateTable('api_keys')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    await audit(transaction, {
      actor: member,
      action: 'key.revoke',
      object: key.name,
      detail: { id, kind: key.kind, lastFour: key.last_four },
    });
    return true;
  });
}

function lockedKey(transaction: Transaction<Database>, member: Member, id: string) {
  let query = transaction.selectFrom('api_keys').select(['name', 'kind', 'last_four']).where('id', '=', id);
  if (member.role !== 'admin') query = query.where('created_by', '=', member.id);
  return query.where('revoked_at', 'is', null).forUpdate().executeTakeFirst();
}

function keys(database: Kysely<Database>) {
  return database
    .selectFrom('api_keys')
    .leftJoin('user', 'user.id', 'api_keys.created_by')
    .select([
      'api_keys.id',
      'api_keys.kind',
      'api_keys.name',
      'api_keys.last_four',
      'api_keys.created_at',
      'api_keys.created_by',
      'user.name as created_by_name',
      'api_keys.revoked_at',
      sql<string | null>`api_keys.last_used_on::text`.as('last_used_on'),
    ]);
}

type SelectedKey = Awaited<ReturnType<ReturnType<typeof keys>['execute']>>[number];

function keyRow(row: SelectedKey): KeyRow {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    lastFour: row.last_four,
    createdAt: row.created_at,
    createdBy: row.created_by ?? undefined,
    createdByName: row.created_by_name ?? undefined,
    lastUsedOn: row.last_used_on ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}
