import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Selectable } from 'kysely';
import type { ReviewRequest } from '../../../../../src/service/jobs/backend.ts';
import { TeamBackend } from '../../../../../src/service/team/backend.ts';
import { migrate } from '../../../../../src/service/team/database/migrate.ts';
import { openDatabase, type TeamDatabase } from '../../../../../src/service/team/database/openDatabase.ts';
import type { Database } from '../../../../../src/service/team/database/schema.ts';
import { rerunReview, type Rerun } from '../../../../../src/service/team/queue/rerun.ts';
import { ReviewJobs } from '../../../../../src/service/team/queue/reviewJobs.ts';
import { serviceDatabase } from '../../../../host/postgres/database.ts';

type Row = Selectable<Database['reviews']>;

/** A full commit hash made of a text. */
export function hash(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** The queue of a team on a real Postgres, with the API's side of it and any number of workers. */
export class TeamQueue {
  readonly url: string;
  readonly #opened: TeamDatabase;
  readonly #jobs: ReviewJobs;
  readonly backend: TeamBackend;
  readonly #ends = new Set<() => Promise<void>>();
  #drop: (() => Promise<void>) | undefined;

  private constructor(url: string, opened: TeamDatabase, jobs: ReviewJobs) {
    this.url = url;
    this.#opened = opened;
    this.#jobs = jobs;
    this.backend = new TeamBackend({ ...opened, jobs });
  }

  /** @param url of an empty database, or of one that another `TeamQueue` has opened */
  static async open(url: string): Promise<TeamQueue> {
    const ignored = (): void => undefined;
    const opened = openDatabase({ url, connections: 10, name: 'test', onError: ignored });
    await migrate(opened.database);
    return new TeamQueue(url, opened, await ReviewJobs.open({ url, isWorker: false, onError: ignored }));
  }

  /** With connected repositories and a database of its own, which is removed when it is closed. */
  static async ofTest(...repositories: readonly string[]): Promise<TeamQueue> {
    const { url, drop } = await serviceDatabase();
    const queue = await TeamQueue.open(url);
    queue.#drop = drop;
    for (const name of repositories) await queue.connect(name);
    return queue;
  }

  get database(): TeamDatabase['database'] {
    return this.#opened.database;
  }

  get pool(): TeamDatabase['pool'] {
    return this.#opened.pool;
  }

  get jobs(): ReviewJobs {
    return this.#jobs;
  }

  /** What works on the queue, and is to end before it is closed. */
  endsWith(end: () => Promise<void>): void {
    this.#ends.add(end);
  }

  async connect(name: string): Promise<string> {
    const id = `repo_${hash(name).slice(0, 16)}`;
    await this.database
      .insertInto('repositories')
      .values({
        ...{ id, full_name: name, full_name_key: name.toLowerCase(), name: name.split('/')[1] ?? name },
        ...{ provider: 'git', clone_url: `https://git.example/${name}.git` },
      })
      .execute();
    return id;
  }

  /** Asks for a review. @returns its id */
  async ask(pr: number, more: Partial<ReviewRequest> = {}): Promise<string> {
    const { signal } = new AbortController();
    const asked = { repository: 'acme/app', pr, fromScratch: false, signal, keyId: 'key', ...more };
    const answer = await this.backend.request(asked);
    if ('detail' in answer) throw new Error(answer.detail);
    return answer.id;
  }

  /** Asks for a review that failed or was cancelled again. */
  async rerun(id: string): Promise<Rerun> {
    return this.database.transaction().execute(trx => rerunReview(trx, this.jobs, id));
  }

  async row(id: string): Promise<Row> {
    return this.database.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  /** The row of a review once it is as expected. */
  async when(id: string, isSo: (row: Row) => boolean): Promise<Row> {
    for (;;) {
      const row = await this.row(id);
      if (isSo(row)) return row;
      await delay(10);
    }
  }

  async ended(id: string): Promise<Row> {
    return this.when(id, ({ status }) => status !== 'pending');
  }

  /** The jobs of a queue by state. */
  async jobStates(queue = 'reviews'): Promise<string[]> {
    const { rows } = await sql<{ state: string }>`
      SELECT state FROM pgboss.job WHERE name = ${queue} ORDER BY state`.execute(this.database);
    return rows.map(({ state }) => state);
  }

  /**
   * Lets the time pass that a dead worker's reviews are left alone, and those of living workers with them.
   * @param seconds those that were begun less than so many seconds ago are left alone still
   */
  async passHeartbeat(supervisor: ReviewJobs, { seconds = 0 } = {}): Promise<void> {
    await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 hour'
      WHERE started_on <= now() - make_interval(secs => ${seconds})`.execute(this.database);
    await sql`UPDATE pgboss.queue SET monitor_claim_on = NULL, monitor_on = NULL`.execute(this.database);
    await supervisor.supervise();
  }

  /** Lets the time pass that jobs wait for another try. */
  async passBackoff(): Promise<void> {
    await sql`UPDATE pgboss.job SET start_after = now() WHERE state < 'active'`.execute(this.database);
    await sql`SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), 'reviews')`.execute(
      this.database,
    );
  }

  async close(): Promise<void> {
    for (const end of this.#ends) await end();
    await this.#jobs.close();
    await this.#opened.close();
    await this.#drop?.();
  }
}
