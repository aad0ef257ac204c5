import type pg from 'pg';
import type { Admission, Admit } from '../../accounts/admission.ts';
import { keyHash } from '../../accounts/keys.ts';
import { keptHours } from '../../store/store.ts';
import { Batch } from './batch.ts';

/** A valid key, after the statement. */
interface Row {
  readonly id: string;
  readonly hash: string;
  /** Requests an hour. */
  readonly most: number;
  /** Requests taken in this hour, those of this statement included; null if the limit was used up before. */
  readonly used: number | null;
  readonly hour: number;
  /** Seconds until the next hour begins. */
  readonly reset: number;
  /** Whether the key was not used before on this day. */
  readonly is_new_day: boolean;
}

/**
 * Looks up keys and takes permits. The database's clock counts. The permits are taken before the
 * limit is compared, so that one statement does for all; `used` may therefore pass the limit by what is refused.
 */
const statement = `
  WITH asked AS (SELECT * FROM unnest($1::text[], $2::int[]) AS asked (hash, wanted)),
  clock AS (
    SELECT floor(extract(epoch FROM now()) / 3600)::bigint AS hour, (now() AT TIME ZONE 'UTC')::date AS today,
      ceil(3600 - mod(extract(epoch FROM now()), 3600))::int AS reset
  ),
  known AS (
    SELECT api_keys.id, hash, wanted, requests_per_hour AS most, hour, reset,
      last_used_on IS DISTINCT FROM today AS is_new_day
    FROM asked JOIN api_keys USING (hash) CROSS JOIN settings CROSS JOIN clock WHERE revoked_at IS NULL
  ),
  taken AS (
    INSERT INTO permits (key_id, hour, used) SELECT id, hour, wanted FROM known ORDER BY id
    ON CONFLICT (key_id, hour) DO UPDATE SET used = permits.used + excluded.used
    WHERE permits.used < (SELECT requests_per_hour FROM settings)
    RETURNING key_id, used
  )
  SELECT id, hash, most, used, hour, reset, is_new_day FROM known LEFT JOIN taken ON key_id = id
`;

interface Parts {
  readonly pool: pg.Pool;
  readonly onError: (error: unknown) => void;
}

/**
 * Admits the keys in the database, with one limit over all processes. Requests that arrive while a statement is under way
 * share the next one.
 */
export function admitFrom({ pool, onError }: Parts): Admit {
  const batch = new Batch<string, Admission | undefined>(500, async hashes => {
    const wanted = new Map<string, number>();
    for (const hash of hashes) wanted.set(hash, (wanted.get(hash) ?? 0) + 1);
    const values = [[...wanted.keys()], [...wanted.values()]];
    const { rows } = await pool.query<Row>({ name: 'admit', text: statement, values });
    const unused = rows.filter(({ is_new_day: isNewDay }) => isNewDay).map(({ id }) => id);
    if (unused.length > 0) await noteDay(pool, unused).catch(onError);
    // The first permits of an hour.
    const begun = rows.find(({ hash, used }) => used === wanted.get(hash));
    if (begun !== undefined) void forgetPermits(pool, begun.hour).catch(onError);
    const permits = new Map(rows.map(row => [row.hash, permitsOf(row, wanted.get(row.hash) ?? 0)]));
    return hashes.map(hash => permits.get(hash)?.next().value);
  });
  return async presented => {
    const hash = keyHash(presented);
    return hash === undefined ? undefined : batch.add(hash);
  };
}

/** The permits of the requests that share a key, in the order in which they came. */
function* permitsOf({ id, most, used, reset }: Row, wanted: number): Generator<Admission, undefined> {
  const before = used === null ? most : used - wanted;
  for (let taken = before + 1; taken <= before + wanted; taken++)
    yield { keyId: id, granted: taken <= most, limit: most, remaining: Math.max(0, most - taken), resetSeconds: reset };
  return undefined;
}

/** Notes that keys are used on this day. Another process that does so at the same moment is not waited for. */
async function noteDay(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  const found = 'SELECT id FROM api_keys WHERE id = ANY ($1) FOR UPDATE SKIP LOCKED';
  await pool.query(`UPDATE api_keys SET last_used_on = (now() AT TIME ZONE 'UTC')::date WHERE id IN (${found})`, [ids]);
}

async function forgetPermits(pool: pg.Pool, hour: number): Promise<void> {
  await pool.query('DELETE FROM permits WHERE hour < $1', [hour - keptHours]);
}
