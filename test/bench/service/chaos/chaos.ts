import { setTimeout as delay } from 'node:timers/promises';
import { randomNumbers } from '../../random.ts';
import { Askers } from './askers.ts';
import type { KeptProcess } from './keptProcess.ts';
import { findLeft, hourOf, settled, type Left } from './left.ts';
import { ChaosTeam } from './team.ts';

type Victim = 'api' | 'worker' | 'postgres';

interface Asked {
  readonly kills: number;
  readonly seed: number;
  /** Clients that ask at the same time. */
  readonly askers: number;
  /** Requests that a key has an hour. */
  readonly limit: number;
  /** Called after each kill. @param acknowledged number of reviews so far */
  readonly onKill?: (kill: number, acknowledged: number) => void;
}

interface Outcome extends Left {
  readonly kills: Readonly<Record<Victim, number>>;
  readonly acknowledged: number;
  /** Requests that one key was granted, and may be granted. */
  readonly granted: number;
  readonly limit: number;
}

/** Milliseconds of a moment. */
const moment = 50;
/** Number of kills while a worker stands still: its reviews are taken over meanwhile. */
const pausedFor = 3;

/**
 * Kills parts of a team's service with `kill -9` at moments that a seed decides, while the others go on and clients ask for
 * reviews. Workers stand still for a while, and go on with what others have taken over.
 */
export async function chaos({ kills, seed, askers: count, limit, onKill }: Asked): Promise<Outcome> {
  const random = randomNumbers(seed);
  const team = await ChaosTeam.start(limit);
  try {
    const begun = await hourOf(team);
    const askers = new Askers(team, random, count);
    const killed = { api: 0, worker: 0, postgres: 0 };
    let paused: KeptProcess | undefined;
    for (let kill = 1; kill <= kills; kill++) {
      if (kill % pausedFor === 1) {
        paused?.send('SIGCONT');
        const working = team.workers.filter(({ address }) => address !== undefined);
        paused = working[random(Math.max(1, working.length))];
        if (process.platform !== 'win32') paused?.send('SIGSTOP');
      }
      await passTime(team);
      await askers.acknowledged(askers.seen.acknowledged.size + 1 + random(3));
      await delay(random(2 * moment));
      const victim = kill % 10 === 5 ? 'postgres' : random(2) === 0 ? 'api' : 'worker';
      await end(team, victim, random);
      killed[victim]++;
      onKill?.(kill, askers.seen.acknowledged.size);
    }
    paused?.send('SIGCONT');
    await askers.acknowledged(askers.seen.acknowledged.size + count);
    await askers.stop();
    await settled(team);
    const hours = (await hourOf(team)) - begun + 1;
    const { acknowledged, granted, wrong } = askers.seen;
    const left = await findLeft(team, new Set(acknowledged.values()));
    return {
      ...{ kills: killed, acknowledged: acknowledged.size, granted, limit: limit * hours },
      ...{ ...left, problems: [...wrong, ...left.problems] },
    };
  } finally {
    await team.stop();
  }
}

async function end(team: ChaosTeam, victim: Victim, random: (below: number) => number): Promise<void> {
  if (victim === 'postgres') {
    await team.postgres.kill();
    await delay(random(4 * moment));
    await team.postgres.start();
  } else {
    const { [victim === 'api' ? 'apis' : 'workers']: processes } = team;
    await processes[random(processes.length)]?.kill();
  }
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
