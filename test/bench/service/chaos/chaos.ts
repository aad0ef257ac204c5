import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { randomNumbers } from '../../random.ts';
import { Askers } from './askers.ts';
import { ChaosTeam } from './team.ts';

type Victim = 'api' | 'worker' | 'postgres';

/** What is left once everything that was killed is back and nothing waits. */
interface Left {
  readonly kills: Readonly<Record<Victim, number>>;
  readonly acknowledged: number;
  readonly completed: number;
  /** Reviews that were given up after three workers had died with them. */
  readonly givenUp: number;
  /** Sentences about reviews that are lost, ended for another reason or more than once, and about orphans. */
  readonly problems: readonly string[];
  /** Requests that one key was granted, and may be granted. */
  readonly granted: number;
  readonly limit: number;
}

/** Kills parts of a team's service with `kill -9` at moments that a seed decides, while clients ask for reviews. */
export async function chaos({ kills, seed, askers: count, limit }: Asked): Promise<Left> {
  const random = randomNumbers(seed);
  const team = await ChaosTeam.start(limit);
  try {
    const begun = await hourOf(team);
    const askers = new Askers(team, random, count);
    const killed = { api: 0, worker: 0, postgres: 0 };
    for (let kill = 0; kill < kills; kill++) {
      const victim = kill % 10 === 4 ? 'postgres' : random(2) === 0 ? 'api' : 'worker';
      // Some are killed while they start.
      if (random(4) > 0) await Promise.all([...team.apis, ...team.workers].map(each => each.ready()));
      await askers.acknowledged(askers.seen.acknowledged.size + 1 + random(4));
      await delay(random(2 * moment));
      await end(team, victim, random);
      killed[victim]++;
    }
    await askers.acknowledged(askers.seen.acknowledged.size + count);
    await askers.stop();
    await settled(team);
    const hours = (await hourOf(team)) - begun + 1;
    const { acknowledged, granted, wrong } = askers.seen;
    const found = await find(team, new Set(acknowledged.values()));
    return {
      ...{ kills: killed, acknowledged: acknowledged.size, granted, limit: limit * hours },
      ...{ ...found, problems: [...wrong, ...found.problems] },
    };
  } finally {
    await team.stop();
  }
}

interface Asked {
  readonly kills: number;
  readonly seed: number;
  /** Clients that ask at the same time. */
  readonly askers: number;
  /** Requests that a key has an hour. */
  readonly limit: number;
}

/** Milliseconds of a moment: about as long as a review takes. */
const moment = 50;

async function end(team: ChaosTeam, victim: Victim, random: (below: number) => number): Promise<void> {
  if (victim === 'postgres') {
    await team.postgres.kill();
    await delay(random(4 * moment));
    await team.postgres.start();
  } else {
    const { [victim === 'api' ? 'apis' : 'workers']: processes } = team;
    await processes[random(processes.length)]?.kill();
  }
  await passTime(team);
}

/** Connections of this process may not have noticed yet that the database was killed. */
async function passTime(team: ChaosTeam): Promise<void> {
  for (;;)
    try {
      await team.passTime();
      return;
    } catch {
      await delay(moment);
    }
}

/** Resolves once nothing waits and no job is under way. */
async function settled(team: ChaosTeam): Promise<void> {
  await Promise.all(team.workers.map(each => each.ready()));
  for (let round = 1; ; round++) {
    const { rows } = await sql<{ busy: boolean }>`
      SELECT EXISTS (SELECT FROM reviews WHERE status = 'pending')
        OR EXISTS (SELECT FROM pgboss.job WHERE name = 'reviews' AND state < 'completed') AS busy
    `.execute(team.queue.database);
    if (rows[0]?.busy !== true) return;
    // What is still held by no one has to be found; what lives needs time to end.
    if (round % 100 === 0) await team.passTime();
    await delay(moment);
  }
}

async function find(
  { queue: { database } }: ChaosTeam,
  acknowledged: ReadonlySet<string>,
): Promise<Pick<Left, 'completed' | 'givenUp' | 'problems'>> {
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
  return {
    completed: rows.filter(({ status }) => status === 'completed').length,
    givenUp: rows.filter(isGivenUp).length,
    problems: [
      ...[...acknowledged].filter(id => !known.has(id)).map(id => `${id} is lost`),
      ...rows.filter(({ id }) => !acknowledged.has(id)).map(({ id }) => `${id} was asked for by nobody`),
      ...rows.filter(({ ends }) => ends !== 1).map(({ id, ends }) => `${id} ended ${ends} times`),
      ...rows
        .filter(row => (row.status === 'completed' ? row.dead !== 0 : !isGivenUp(row)))
        .map(row => `wrong end: ${JSON.stringify(row)}`),
      ...orphans.map(({ id }) => `${id} has a job and no row`),
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
async function hourOf({ queue: { database } }: ChaosTeam): Promise<number> {
  const { rows } = await sql<{ hour: number }>`
    SELECT floor(extract(epoch FROM now()) / 3600)::int AS hour`.execute(database);
  return rows[0]?.hour ?? 0;
}
