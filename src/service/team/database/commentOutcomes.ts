import { sql, type Kysely } from 'kysely';
import { keptOutcomes, type CommentKey, type Outcome, type OutcomeCounts } from '../../store/store.ts';
import type { Database } from './schema.ts';

/** A comment and what became of it; only one of the last two is stored. */
interface NotedComment extends CommentKey {
  readonly outcome: Outcome | null;
  readonly dismissed: boolean;
}

/** Stores one column of comments, by the database's clock. Of several that are the same comment, the last counts. */
export async function putOutcomes(
  database: Kysely<Database>,
  column: 'outcome' | 'dismissed',
  comments: readonly NotedComment[],
): Promise<void> {
  const byIdentity = new Map(comments.map(each => [`${each.repository} ${each.pr} ${each.fingerprint}`, each]));
  // In one order, so that no two processes wait for each other.
  const rows = [...byIdentity].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, comment]) => comment);
  if (rows.length === 0) return;
  const all = <Name extends keyof NotedComment>(name: Name): NotedComment[Name][] => rows.map(row => row[name]);
  await database.transaction().execute(async transaction => {
    await sql`
      INSERT INTO outcomes (repository, pr, fingerprint, reviewer, rule, outcome, dismissed, at)
      SELECT *, now() FROM unnest(
        ${all('repository')}::text[], ${all('pr')}::bigint[], ${all('fingerprint')}::text[],
        ${all('reviewer')}::text[], ${all('rule')}::text[], ${all('outcome')}::text[], ${all('dismissed')}::boolean[]
      )
      ON CONFLICT (repository, pr, fingerprint)
      DO UPDATE SET ${sql.ref(column)} = excluded.${sql.ref(column)}, at = excluded.at
    `.execute(transaction);
    await sql`DELETE FROM outcomes WHERE (repository, pr, fingerprint) IN (
      SELECT repository, pr, fingerprint FROM outcomes ORDER BY at DESC OFFSET ${keptOutcomes}
      FOR UPDATE SKIP LOCKED
    )`.execute(transaction);
  });
}

/** Counts comments by reviewer and rule. */
export async function countOutcomes(database: Kysely<Database>): Promise<OutcomeCounts[]> {
  const { rows } = await sql<OutcomeCounts>`
    SELECT reviewer, rule, count(*) FILTER (WHERE dismissed) AS dismissed,
      count(*) FILTER (WHERE NOT dismissed AND outcome = 'changed') AS changed,
      count(*) FILTER (WHERE NOT dismissed AND outcome = 'applied') AS applied,
      count(*) FILTER (WHERE NOT dismissed AND outcome = 'untouched') AS untouched
    FROM outcomes WHERE dismissed OR outcome IS NOT NULL GROUP BY reviewer, rule ORDER BY reviewer, rule
  `.execute(database);
  return rows;
}
