/**
 * Runs a Postgres for the process that started it, as that one orders over IPC. Ends it and removes its folder as soon as
 * that process is gone.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** The server to run. */
export interface KeptServer {
  /** Path of the program. */
  readonly postgres: string;
  readonly args: readonly string[];
  /** Holds the server's data, and is removed in the end. */
  readonly folder: string;
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

export type KeeperOrder = 'start' | 'kill' | 'shutDown';
/** Sent when an order is carried out. */
export interface KeeperAnswer {
  readonly problem?: string;
}

const { postgres, args, folder, user } = JSON.parse(process.argv[2] ?? '') as KeptServer;
/** What a server says that meets the processes of one that was killed. */
const isStillThere = /still in use|in use|already exists/;
let running: ChildProcess | undefined;

const orders: Readonly<Record<KeeperOrder, () => Promise<void>>> = {
  start,
  kill: () => end('SIGKILL'),
  shutDown: () => end('SIGINT'),
};

process.on('message', (order: KeeperOrder) => {
  void orders[order]().then(
    () => process.send?.({}),
    (error: unknown) => process.send?.({ problem: String(error) }),
  );
});
process.once('disconnect', () => void leave());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void leave());

async function start(): Promise<void> {
  for (let triesLeft = 200; ; triesLeft--) {
    const problem = await tryStart();
    if (problem === undefined) return;
    if (triesLeft === 0 || !isStillThere.test(problem)) throw new Error(problem);
    await delay(50);
  }
}

/** Resolves to what the server has printed if it ends instead of accepting connections. */
async function tryStart(): Promise<string | undefined> {
  const server = spawn(postgres, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...user });
  let printed = '';
  const ready = new Promise<undefined>(resolve => {
    server.stderr.setEncoding('utf8').on('data', (piece: string) => {
      printed = (printed + piece).slice(-10_000);
      if (printed.includes('is ready to accept connections')) resolve(undefined);
    });
  });
  const ended = once(server, 'close').then(() => printed);
  running = server;
  return Promise.race([ready, ended]);
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
  const exit = once(running, 'exit');
  running.kill(signal);
  await exit;
}

async function leave(): Promise<void> {
  await end('SIGQUIT');
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  process.exit();
}
