import path from 'node:path';
import { sql } from 'kysely';
import { newKey } from '../../../../src/service/accounts/keys.ts';
import { PostgresStore } from '../../../../src/service/team/database/postgresStore.ts';
import { ReviewJobs } from '../../../../src/service/team/queue/reviewJobs.ts';
import { PostgresServer } from '../../../host/postgresServer.ts';
import { TeamProcess } from '../../../host/teamProcess.ts';
import { TeamQueue } from '../../../unit/service/team/queue/teamQueue.ts';
import { KeptProcess } from './keptProcess.ts';

/**
 * Milliseconds that the engines of each worker take for a review. What a slow one loses is ended by the other one before it
 * ends itself.
 */
const engineTimes = [300, 900];

/** A service for a team that can be killed in any part: a Postgres, two API processes and two workers. */
export class ChaosTeam {
  readonly postgres: PostgresServer;
  readonly queue: TeamQueue;
  readonly apis: readonly KeptProcess[];
  readonly workers: readonly KeptProcess[];
  readonly #supervisor: ReviewJobs;

  private constructor(postgres: PostgresServer, queue: TeamQueue, supervisor: ReviewJobs) {
    this.postgres = postgres;
    this.queue = queue;
    this.#supervisor = supervisor;
    const url = postgres.url();
    const worker = path.join(import.meta.dirname, 'waitingWorker.ts');
    const api = (): KeptProcess =>
      new KeptProcess(
        () => new TeamProcess(['serve', '--listen', '127.0.0.1:0'], url),
        started => started.url(),
      );
    const working = (engineTime: number): KeptProcess =>
      new KeptProcess(
        () => new TeamProcess([url, String(engineTime), '2'], url, { from: worker }),
        started => started.line(/^ready$/),
      );
    this.apis = [api(), api()];
    this.workers = engineTimes.map(working);
  }

  /** @param limit requests that each key has an hour */
  static async start(limit: number): Promise<ChaosTeam> {
    const postgres = await PostgresServer.start();
    const url = postgres.url();
    const queue = await TeamQueue.open(url);
    await queue.connect('acme/app');
    await queue.connect('acme/site');
    await queue.database.updateTable('settings').set({ requests_per_hour: limit }).execute();
    // Whatever changes a review that has ended is noted beside its first end.
    await sql`CREATE TABLE chaos_ends (id text NOT NULL)`.execute(queue.database);
    await sql`CREATE FUNCTION note_end() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO chaos_ends VALUES (NEW.id); RETURN NULL; END'`.execute(queue.database);
    await sql`CREATE TRIGGER note_end AFTER UPDATE ON reviews FOR EACH ROW
      WHEN (NEW.status <> 'pending' OR OLD.status <> 'pending') EXECUTE FUNCTION note_end()`.execute(queue.database);
    const supervisor = await ReviewJobs.open({ url, isWorker: true, onError: () => undefined });
    return new ChaosTeam(postgres, queue, supervisor);
  }

  async newKey(): Promise<string> {
    const { key, stored } = newKey({ kind: 'development', name: 'chaos' }, Date.now());
    await new PostgresStore(this.queue.database, 30).putKey(stored);
    return key;
  }

  /** Lets the time pass after which a dead worker's reviews are given to others, which living ones also lose theirs by. */
  async passTime(): Promise<void> {
    await this.queue.passHeartbeat(this.#supervisor);
    await this.queue.passBackoff();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apis, ...this.workers].map(each => each.stop()));
    await this.#supervisor.close();
    await this.queue.close();
    await this.postgres.stop();
  }
}
