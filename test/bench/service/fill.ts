import { sql, type Kysely } from 'kysely';
import type { EngineComment } from '../../../src/service/engine/engineComment.ts';
import { madeColumns } from '../../../src/service/team/database/reviewRow.ts';
import type { Database } from '../../../src/service/team/database/schema.ts';
import type { StoredReview } from '../../../src/service/store/store.ts';
import { resultOf } from '../../unit/service/cli/review/stubEngine.ts';

/** The id of the review that was stored as the `index`th, from 1. */
export function idOf(index: number): string {
  return `rev_${index.toString(16).padStart(24, '0')}`;
}

/** What is stored by one statement, which may not take long. */
const together = 2_000;

/** Stores completed reviews of 200 pull requests, with 20 comments each. @param last how many are stored then */
export async function fill(
  database: Kysely<Database>,
  repositoryId: string,
  from: number,
  last: number,
): Promise<void> {
  const review: StoredReview = {
    ...{ id: idOf(0), repository: 'acme/app', pr: 1, root: '', base: 'b'.repeat(40), head: 'a'.repeat(40) },
    ...{ status: 'completed', createdAt: 1_800_000_000_000, completedAt: 1_800_000_060_000, engine: '1' },
    configuration: '',
    result: resultOf(Array.from({ length: 20 }, (_, index) => comment(index))),
  };
  const { answer, result, issues } = madeColumns(review);
  for (let first = from + 1; first <= last; first += together)
    await sql`
    INSERT INTO reviews (id, repository_id, repository, pr, title, base, head, status, created_at, started_at,
      completed_at, engine, requested_by, attempts, issues, result, answer)
    SELECT id, ${repositoryId}, 'acme/app', 1 + each % 200, 'Refund orders', ${review.base}, md5(each::text) || '00000000',
      'completed', at, at, at, '1', 'key', 1, ${issues}::int, ${result}::json, replace(${answer}, ${review.id}, id)
    FROM (
      SELECT each, 'rev_' || lpad(to_hex(each), 24, '0') AS id, now() - each * interval '20 seconds' AS at
      FROM generate_series(${first}::int, ${Math.min(first + together - 1, last)}::int) AS each
    ) made`.execute(database);
  // What the server would do within minutes of a table that has grown at once, in the middle of what is measured.
  await sql`VACUUM ANALYZE reviews`.execute(database);
  await sql`CHECKPOINT`.execute(database);
}

function comment(index: number): EngineComment {
  return {
    fingerprint: `${index}`.padStart(32, '5d0c'),
    reviewer: 'eslint',
    path: `src/orders/refund${index}.ts`,
    ...{ start_line: 10 + index, end_line: 12 + index, side: 'RIGHT', severity: 'medium', category: 'bug' },
    rule_id: 'eslint/no-unsafe-finally',
    title: `The order ${index} is refunded twice if the payment service answers late.`,
    body: 'The retry does not send the idempotency key of the first request. '.repeat(4),
    existing_code: `  const refund = await payments.refund(order.id, amounts[${index}]);\n  if (refund.failed) return retry(order);`,
    suggested_code: `  const refund = await payments.refund(order.id, amounts[${index}], { idempotencyKey: order.refundKey });`,
  };
}
