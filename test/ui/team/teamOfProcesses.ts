import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../host/cache.ts';
import { canaryKey } from '../../host/keys/canary.ts';
import { git } from '../../host/git/git.ts';
import { basic, GitServer } from '../../host/git/gitServer.ts';
import { execute, testDatabase, type TestDatabase } from '../../host/postgres/database.ts';
import { createSample, type Sample } from '../../host/start/sample.ts';
import { TeamProcess } from '../../host/programs/teamProcess.ts';

/** The name of the sample on the git server. */
export const fullName = 'acme/orders';

/** The credential that the team's service reads with. */
export const token = canaryKey('unknown', 'ci01');
const ofService = basic('ci', token);
const ofRobin = basic('robin', 'robins-own');

/**
 * A team's service as a user starts it: the packed program in two `serve` and two `work` processes, which share nothing
 * but a database, and a git server that asks for a credential.
 */
export class TeamOfProcesses {
  readonly apis: readonly TeamProcess[];
  readonly workers: readonly TeamProcess[];
  readonly sample: Sample;
  readonly git: GitServer;
  readonly #database: TestDatabase;
  readonly #folder: string;
  /** What workers wait for. */
  #held: Promise<void> | undefined;
  #waiting = 0;
  #onWaiting: () => void = () => undefined;

  private constructor(folder: string, sample: Sample, server: GitServer, database: TestDatabase) {
    this.#folder = folder;
    this.sample = sample;
    this.git = server;
    this.#database = database;
    server.behaviour.answer = async ({ headers: { authorization } }, response) => {
      if (authorization === ofRobin) return false;
      if (authorization !== ofService) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('Sign in first.\n');
        return true;
      }
      if (this.#held !== undefined) {
        this.#waiting++;
        this.#onWaiting();
        await this.#held;
      }
      return false;
    };
    const program = path.join(folder, 'program/bin/code-review.js');
    const run = (...args: readonly string[]): TeamProcess => new TeamProcess(args, database.url, { from: program });
    this.apis = [1, 2].map(() => run('serve', '--listen', '127.0.0.1:0'));
    this.workers = [1, 2].map(at => run('work', '--concurrency', '1', '--data', path.join(folder, `worker-${at}`)));
  }

  static async start(): Promise<TeamOfProcesses> {
    const folder = await mkdtemp(path.join(tmpdir(), 'code-review-team-'));
    const [sample, server, database] = await Promise.all([
      createSample(path.join(folder, 'sample')),
      GitServer.start(),
      testDatabase(),
      promisify(execFile)(process.execPath, ['.config/packageCli.ts', path.join(folder, 'program')], { cwd: root }),
    ]);
    const served = server.folder(fullName);
    await mkdir(path.dirname(served), { recursive: true });
    await cp(sample.origin, served, { recursive: true });
    await git(served, ['config', 'uploadpack.allowFilter', 'true']);
    // As with Gitea, only the head of its pull request is there, so that the editor asks.
    await git(served, ['update-ref', '-d', `refs/pull/${sample.number}/merge`]);
    await git(sample.workspace, ['remote', 'set-url', 'origin', server.url(fullName)]);
    await git(sample.workspace, ['config', 'http.extraHeader', `Authorization: ${ofRobin}`]);
    return new TeamOfProcesses(folder, sample, server, database);
  }

  /** Pushes a commit to the git server. */
  async push(commit: string, ...refs: readonly string[]): Promise<void> {
    const refspecs = refs.map(ref => `${commit}:${ref}`);
    await git(this.sample.workspace, ['push', '--quiet', this.git.folder(fullName), ...refspecs]);
  }

  /** Keeps workers waiting for the git server until the function that it returns is called. */
  hold(): () => void {
    let release = (): void => undefined;
    this.#held = new Promise(resolve => (release = resolve));
    this.#waiting = 0;
    return () => {
      this.#held = undefined;
      release();
    };
  }

  /** Resolves once so many requests of workers wait. */
  async whenWaiting(count: number): Promise<void> {
    while (this.#waiting < count) await new Promise<void>(resolve => (this.#onWaiting = resolve));
  }

  /** Lets the time pass that a dead worker's review is left alone, and that it waits for its next try. */
  async passTime(): Promise<void> {
    for (const change of [
      "UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 hour' WHERE state = 'active' AND retry_count = 0",
      "UPDATE pgboss.job SET start_after = now() WHERE state < 'active'",
      'UPDATE pgboss.queue SET monitor_on = NULL',
    ])
      await execute(this.#database.url, change);
  }

  /** Everything that the processes have logged. */
  log(): string {
    return [...this.apis, ...this.workers].flatMap(({ lines }) => lines).join('\n');
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.apis, ...this.workers].map(each => each.end('SIGTERM')));
    await this.git.stop();
    await this.#database.drop();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
