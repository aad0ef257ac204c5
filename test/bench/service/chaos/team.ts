import { sql } from 'kysely';
import { newKey } from '../../../../src/service/accounts/keys.ts';
import { PostgresStore } from '../../../../src/service/team/database/postgresStore.ts';
import { ReviewJobs } from '../../../../src/service/team/queue/reviewJobs.ts';
import { PostgresServer } from '../../../host/postgres/server.ts';
import { programOf } from '../../../host/programs/programs.ts';
import { TeamProcess } from '../../../host/programs/teamProcess.ts';
import { TeamQueue } from '../../../unit/service/team/queue/teamQueue.ts';
import { KeptProcess } from './keptProcess.ts';

/** Milliseconds that a worker's engines take for a review, at least and at most: longer than most pauses between two kills. */
const engineTimes = ['50', '2000'] as const;

/** A service for a team that can be killed in any part: a Postgres, two API processes and three workers. */
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
    const api = (): KeptProcess =>
      new KeptProcess(
        () => new TeamProcess(['serve', '--listen', '127.0.0.1:0'], url, { from: programOf('service') }),
        started => started.url(),
      );
    const [least, most] = engineTimes;
    const working = (): KeptProcess =>
      new KeptProcess(
        () => new TeamProcess([url, least, '2', most], url, { from: programOf('waitingWorker') }),
        started => started.line(/^ready$/),
      );
    this.apis = [api(), api()];
    this.workers = [working(), working(), working()];
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

  /** Lets the time pass after which the reviews of dead workers are given to others; slow ones lose theirs as well. */
  async passTime(): Promise<void> {
    await this.queue.passHeartbeat(this.#supervisor, { seconds: 1 });
    await this.queue.passBackoff();
  }

  /** What an API process tells Prometheus. */
  async metrics(): Promise<string> {
    for (;;) {
      await this.apis[0]?.ready();
      const response = await fetch(`${this.apis[0]?.address}/metrics`);
      if (response.ok) return response.text();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apis, ...this.workers].map(each => each.stop()));
    await this.#supervisor.close();
    await this.queue.close();
    await this.postgres.stop();
  }
}
