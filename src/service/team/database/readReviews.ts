import type pg from 'pg';
import type { Selectable } from 'kysely';
import type { ReviewState } from '../../jobs/backend.ts';
import { Batch } from './batch.ts';
import { reviewColumns, storedReview } from './reviewRow.ts';
import type { Database } from './schema.ts';

type Row = Pick<
  Selectable<Database['reviews']>,
  (typeof reviewColumns)[number] | 'started_at' | 'stage' | 'progress' | 'found' | 'answer'
>;

/** An answer may have megabytes. */
const mostAtOnce = 20;
const columns = reviewColumns.filter(name => name !== 'result').join(', ');
/** The result is many times as long as the answer, and not read where that is there. */
const statement = `
  SELECT ${columns}, started_at, stage, progress, found, answer, CASE WHEN answer IS NULL THEN result END AS result
  FROM reviews WHERE id = ANY ($1)
`;

/** Returns a function that reads a review by its id. Requests that come at the same time share a statement. */
export function readReviews(pool: pg.Pool): (id: string) => Promise<ReviewState | undefined> {
  const batch = new Batch<string, ReviewState | undefined>(mostAtOnce, async ids => {
    const { rows } = await pool.query<Row>({ name: 'reviews', text: statement, values: [[...new Set(ids)]] });
    const states = new Map(rows.map(row => [row.id, stateOf(row)]));
    return ids.map(id => states.get(id));
  });
  return id => batch.add(id);
}

function stateOf(row: Row): ReviewState {
  const { status, answer, started_at, stage, progress, found } = row;
  const review = storedReview(row);
  if (answer !== null) return { review, answer };
  if (status !== 'pending') return { review };
  if (started_at === null)
    return { review, progress: { status: 'pending', stage: stage ?? 'waiting for a worker', progress: 0 } };
  const far = { stage: stage ?? 'starting', progress: progress ?? 0, ...(found !== null && { comments: found }) };
  return { review, progress: { status: 'running', ...far } };
}
