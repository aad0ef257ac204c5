import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asServerUser } from './binaries.ts';
import { copyCluster, findCluster, type PostgresCluster } from './cluster.ts';
import type { KeeperAnswer, KeeperOrder, KeptServer } from './keeper.ts';

interface PostgresOptions {
  /** Waits until what is committed is on the disk. Without it a commit outlives the server, but not the machine. */
  readonly fsync?: boolean;
  /** Where its folder is made, unless this process is part of a run: that has a place of its own. */
  readonly parent?: string;
}

/**
 * A real Postgres of its own, listening on loopback. A process beside it, the keeper, ends it and removes its folder when
 * this process ends, however that ends.
 */
export class PostgresServer {
  readonly #keeper: ChildProcess;
  readonly #port: number;
  /** What it was copied from, which is there for as long as it. */
  readonly cluster: PostgresCluster;

  private constructor(keeper: ChildProcess, cluster: PostgresCluster, port: number) {
    this.#keeper = keeper;
    this.cluster = cluster;
    this.#port = port;
  }

  static async start({ fsync = false, parent = tmpdir() }: PostgresOptions = {}): Promise<PostgresServer> {
    const folder = await serverFolder(parent);
    const port = await freePort();
    try {
      const cluster = await findCluster(folder);
      const data = path.join(folder, 'data');
      await copyCluster(cluster, data);
      const args = ['-D', data, ...settings(port, fsync)];
      const keeper = keep({ postgres: cluster.postgres, args, folder, user: asServerUser });
      const server = new PostgresServer(keeper, cluster, port);
      await server.start().catch(async (error: unknown) => {
        await server.stop();
        throw error;
      });
      return server;
    } catch (cause) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      throw new Error('No Postgres could be started. DATABASE_URL can name a server for the tests.', { cause });
    }
  }

  /** Address of a database, with user and password. */
  url(database = 'postgres'): string {
    return `postgres://postgres:${this.cluster.password}@127.0.0.1:${this.#port}/${database}`;
  }

  /** Starts it again, on the same port, after `kill` or `shutDown`. Resolves when it accepts connections. */
  async start(): Promise<void> {
    await this.#ask('start');
  }

  /** Kills it in the middle of what it does, as `kill -9`. */
  async kill(): Promise<void> {
    await this.#ask('kill');
  }

  /** Has it end its connections and shut down. */
  async shutDown(): Promise<void> {
    await this.#ask('shutDown');
  }

  /** Ends it for good; its folder is removed. */
  async stop(): Promise<void> {
    if (this.#keeper.exitCode !== null || !this.#keeper.connected) return;
    this.#keeper.ref();
    const exit = once(this.#keeper, 'exit');
    this.#keeper.disconnect();
    await exit;
  }

  async #ask(order: KeeperOrder): Promise<void> {
    this.#keeper.ref();
    this.#keeper.channel?.ref();
    const answered = new AbortController();
    const { signal } = answered;
    try {
      this.#keeper.send(order);
      const answer = await Promise.race([
        once(this.#keeper, 'message', { signal }).then(([message]) => message as KeeperAnswer),
        once(this.#keeper, 'exit', { signal }).then((): KeeperAnswer => ({
          problem: 'The keeper of the server has ended.',
        })),
      ]);
      if (answer.problem !== undefined) throw new Error(answer.problem);
    } finally {
      // Else the listener of what did not happen stays.
      answered.abort();
      // A process that forgets its server ends all the same.
      this.#keeper.unref();
      this.#keeper.channel?.unref();
    }
  }
}

function keep(server: KeptServer): ChildProcess {
  return fork(path.join(import.meta.dirname, 'keeper.ts'), [JSON.stringify(server)], {
    // Interrupting the tests from a terminal must not interrupt what cleans up after them.
    detached: true,
    execArgv: [],
    stdio: 'ignore',
  });
}

/** A folder outside of the one of the run, which only its own user may enter. */
async function serverFolder(outsideOfRuns: string): Promise<string> {
  const ofRun = process.env['CODE_REVIEW_TEST_FOLDER'];
  const parent = ofRun === undefined ? outsideOfRuns : path.dirname(ofRun);
  const folder = await mkdtemp(path.join(parent, 'code-review-postgres-'));
  if (asServerUser !== undefined) await chown(folder, asServerUser.uid, asServerUser.gid);
  return folder;
}

function settings(port: number, fsync: boolean): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '64MB',
    timezone: 'UTC',
    ...(fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
