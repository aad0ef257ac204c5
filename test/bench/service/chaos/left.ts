import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ChaosTeam } from './team.ts';

/** What is stored once everything that was killed is back and nothing waits. */
export interface Left {
  readonly completed: number;
  /** Reviews that were given up after three workers had died with them. */
  readonly givenUp: number;
  /** Reviews that another worker has taken over. */
  readonly takenOver: number;
  /** Sentences about reviews that are lost, ended for another reason or more than once, and about orphans. */
  readonly problems: readonly string[];
}

/** Resolves once nothing waits and no job is under way. */
export async function settled(team: ChaosTeam): Promise<void> {
  await Promise.all(team.workers.map(each => each.ready()));
  for (let round = 1; ; round++) {
    const { rows } = await sql<{ busy: boolean }>`
      SELECT EXISTS (SELECT FROM reviews WHERE status = 'pending')
        OR EXISTS (SELECT FROM pgboss.job WHERE name = 'reviews' AND state < 'completed') AS busy
    `.execute(team.queue.database);
    if (rows[0]?.busy !== true) return;
    // What nobody holds has to be found; what lives needs time to end.
    if (round % 20 === 0) await team.passTime();
    await delay(50);
  }
}

/** Looks for what is wrong. @param acknowledged ids of reviews */
export async function findLeft(team: ChaosTeam, acknowledged: ReadonlySet<string>): Promise<Left> {
  const { database } = team.queue;
  const { rows } = await sql<Row>`
    SELECT id, status, attempts, result->>'reason' AS reason,
      (SELECT count(*) FROM chaos_ends WHERE chaos_ends.id = reviews.id) AS ends,
      (SELECT count(*) FROM pgboss.job WHERE name = 'failed-reviews' AND data->>'reviewId' = reviews.id) AS dead
    FROM reviews`.execute(database);
  const { rows: orphans } = await sql<{ id: string }>`
    SELECT data->>'reviewId' AS id FROM pgboss.job
    WHERE NOT EXISTS (SELECT FROM reviews WHERE id = data->>'reviewId')`.execute(database);
  const isGivenUp = ({ status, reason, dead }: Row): boolean =>
    status === 'failed' && dead === 1 && (reason?.includes('each time its worker ended') ?? false);
  const known = new Set(rows.map(({ id }) => id));
  const completed = rows.filter(({ status }) => status === 'completed').length;
  const told = (await team.metrics()).split('\n');
  return {
    completed,
    givenUp: rows.filter(isGivenUp).length,
    takenOver: rows.filter(({ attempts }) => attempts > 1).length,
    problems: [
      ...[...acknowledged].filter(id => !known.has(id)).map(id => `${id} is lost`),
      ...rows.filter(({ id }) => !acknowledged.has(id)).map(({ id }) => `${id} was asked for by nobody`),
      ...rows.filter(({ ends }) => ends !== 1).map(({ id, ends }) => `${id} ended ${ends} times`),
      ...rows
        .filter(row => (row.status === 'completed' ? row.dead !== 0 : !isGivenUp(row)))
        .map(row => `wrong end: ${JSON.stringify(row)}`),
      ...orphans.map(({ id }) => `${id} has a job and no row`),
      ...[`code_review_reviews{status="completed"} ${completed}`, 'code_review_queue_waiting 0']
        .filter(line => !told.includes(line))
        .map(line => `the metrics do not say: ${line}`),
    ],
  };
}

interface Row {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly reason: string | null;
  readonly ends: number;
  readonly dead: number;
}

/** The hour by the database's clock, in hours since the epoch. */
export async function hourOf({ queue: { database } }: ChaosTeam): Promise<number> {
  const { rows } = await sql<{ hour: number }>`
    SELECT floor(extract(epoch FROM now()) / 3600)::int AS hour`.execute(database);
  return rows[0]?.hour ?? 0;
}
