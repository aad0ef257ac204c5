import { sql, type Transaction } from 'kysely';
import { randomBytes } from 'node:crypto';
import { engineVersion } from '../../engine/version.ts';
import { reviewColumns, storedReview, type ReviewRow } from '../database/reviewRow.ts';
import type { Database } from '../database/schema.ts';
import type { StoredReview } from '../../store/store.ts';
import type { ReviewJobs } from './reviewJobs.ts';

/** A request for a review. */
interface Asked {
  /** `owner/name`, in any case. */
  readonly repository: string;
  readonly pr: number;
  readonly fromScratch: boolean;
  /** Id of the API key. */
  readonly keyId?: string;
  readonly idempotencyKey?: string;
  /** The span that the review belongs to. */
  readonly traceparent?: string | undefined;
}

/** What became of a request. Without a review the repository is not connected, or it was asked for before. */
export interface MadeReview {
  readonly isConnected: boolean;
  readonly review: StoredReview | undefined;
}

type Row = { readonly is_connected: boolean } & (ReviewRow | { readonly id: null });

/**
 * Stores a review that waits for each request for a connected repository, and queues it. However many requests there are,
 * they take as many statements as one.
 * @returns what became of each request, in their order
 */
export async function newReviews(
  trx: Transaction<Database>,
  jobs: ReviewJobs,
  requests: readonly Asked[],
): Promise<MadeReview[]> {
  const asked = requests.map(request => ({ ...request, id: `rev_${randomBytes(12).toString('hex')}` }));
  const column = <T>(of: (each: (typeof asked)[number]) => T): T[] => asked.map(of);
  const columns = sql.join(reviewColumns.map(name => sql.ref(name)));
  // Two processes may store the same idempotency keys at a time: in one order, neither waits for the other for ever.
  const { rows } = await sql<Row>`
    WITH asked AS (
      SELECT asked.*, repositories.id AS repository_id, full_name
      FROM unnest(
        ${column(({ id }) => id)}::text[], ${column(({ repository }) => repository.toLowerCase())}::text[],
        ${column(({ pr }) => pr)}::bigint[], ${column(({ fromScratch }) => fromScratch)}::boolean[],
        ${column(({ keyId }) => keyId ?? null)}::text[],
        ${column(({ idempotencyKey }) => idempotencyKey ?? null)}::text[]
      ) WITH ORDINALITY AS asked (asked_id, key, pr, from_scratch, requested_by, idempotency_key, place)
      LEFT JOIN repositories ON full_name_key = key AND removed_at IS NULL
    ), made AS (
      INSERT INTO reviews
        (id, repository_id, repository, pr, from_scratch, requested_by, idempotency_key, status, engine)
      SELECT asked_id, repository_id, full_name, pr, from_scratch, requested_by, idempotency_key, 'pending',
        ${engineVersion}
      FROM asked WHERE repository_id IS NOT NULL ORDER BY requested_by, idempotency_key, place
      ON CONFLICT (requested_by, idempotency_key) DO NOTHING
      RETURNING ${columns}
    )
    SELECT repository_id IS NOT NULL AS is_connected, made.*
    FROM asked LEFT JOIN made ON made.id = asked_id ORDER BY place`.execute(trx);
  const made = rows.map(row => ({
    isConnected: row.is_connected,
    review: row.id === null ? undefined : storedReview(row),
  }));
  await jobs.send(
    trx,
    asked.flatMap(({ id, traceparent }, index) => (made[index]?.review === undefined ? [] : [{ id, traceparent }])),
  );
  return made;
}
