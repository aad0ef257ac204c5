import { sql, type Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Measured } from './metrics.ts';

interface Row {
  readonly status: string;
  readonly count: number;
  readonly waiting: number;
  readonly oldest: number | null;
}

/** Counts reviews by status, and those that wait for a worker, by the database's clock. */
export async function measureReviews(database: Kysely<Database>): Promise<Measured> {
  const { rows } = await sql<Row>`
    SELECT status, count(*) AS count, count(*) FILTER (WHERE status = 'pending' AND started_at IS NULL) AS waiting,
      extract(epoch FROM now() - min(created_at) FILTER (WHERE status = 'pending' AND started_at IS NULL))::float8 AS oldest
    FROM reviews GROUP BY status`.execute(database);
  const pending = rows.find(({ status }) => status === 'pending');
  return {
    reviews: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
    waiting: { count: pending?.waiting ?? 0, oldestSeconds: Math.max(0, pending?.oldest ?? 0) },
  };
}
