import { once } from 'node:events';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { createAdaptorServer } from '@hono/node-server';
import type { AskModel } from '../../core/protocol/modelRpc.ts';
import { builtInOnly, type ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import type { ServedRepository } from '../../core/protocol/serviceMessages.ts';
import { Git } from '../../git/run/git.ts';
import { createApp } from './app.ts';
import type { StartEngine } from '../jobs/engineProcess.ts';
import { ReviewQueue } from '../jobs/reviewQueue.ts';
import { openStore } from '../store/openStore.ts';
import { admitFrom } from '../accounts/admission.ts';
import type { Plan } from '../accounts/plans.ts';
import { Repositories } from '../jobs/repositories.ts';
import { cannotListen } from './cannotListen.ts';
import { listenOnSocket, sweepSockets } from './socket.ts';

/** Options of the service. */
export interface ServerOptions {
  readonly dataFolder: string;
  /** Number of days to keep reviews; 30 by default. */
  readonly keepDays?: number;
  readonly startEngine: StartEngine;
  /** Port on 127.0.0.1, or 0 for any free one; absent for a socket that only this user's programs can reach. */
  readonly port?: number;
  readonly plan: Plan;
  /** The parent's key, which is not stored; undefined if only stored keys are accepted. */
  readonly ownKey: string | undefined;
  readonly repositories: readonly ServedRepository[];
  readonly gitExecutable: string;
  /** Settings of the reviewers besides the built-in ones; called for every review. */
  readonly reviewers?: () => ReviewerSettings;
  /** Asks a language model through the process that started the service. */
  readonly ask?: AskModel;
  /** Called with the id of each review that has ended. */
  readonly onSettled: (reviewId: string) => void;
  /** Called with the id of a running review that has new comments or begins a slow step. */
  readonly onProgress?: (reviewId: string) => void;
  readonly onError: (error: unknown) => void;
}

/** A listening service. */
export interface RunningServer {
  /** 0 if it listens on a socket. */
  readonly port: number;
  /** Undefined if it listens on a port. */
  readonly socketPath: string | undefined;
  /** Serves these working copies from now on. */
  serve(repositories: readonly ServedRepository[]): void;
  close(): void;
}

/** Starts the service. @throws CodeReviewError if the port is taken, Error if the data folder cannot be used */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataFolder, keepDays, startEngine, port, plan, ownKey, gitExecutable, onSettled, onError } = options;
  const store = await openStore(dataFolder, onError, keepDays);
  const repositories = new Repositories(options.repositories);
  const git = new Git({ executable: gitExecutable, log: () => undefined });
  const { reviewers, ask, onProgress } = options;
  const reviewersOf = (root: string): ReviewerSettings => {
    const settings = reviewers?.() ?? builtInOnly;
    return repositories.mayRunTools(root) ? settings : { ...settings, isOutside: true };
  };
  const configured = {
    ...(reviewers && { reviewers: reviewersOf }),
    ...(ask && { ask }),
    ...(onProgress && { onProgress }),
  };
  const jobs = new ReviewQueue({
    store,
    startEngine,
    gitExecutable,
    indexFolder: dataFolder,
    now: Date.now,
    onSettled,
    onError,
    ...configured,
  });
  const admit = admitFrom({ store, plan, ownKey, now: Date.now });
  const app = createApp({ admit, git, store, repositories, jobs, now: Date.now, onError });
  const server = createAdaptorServer({
    fetch: app.fetch,
    hostname: '127.0.0.1',
    overrideGlobalObjects: false,
  }) as Server;
  const listening = port === undefined ? await onSocket(server, dataFolder) : await atPort(server, port);
  const resume = (): void => void jobs.resume(repositories.roots).catch(onError);
  resume();
  return {
    port: listening.port,
    socketPath: listening.socketPath,
    serve: served => {
      repositories.replace(served);
      resume();
    },
    close: () => {
      server.close();
      listening.dispose();
      jobs.dispose();
      void store.close();
    },
  };
}

interface Listening extends Pick<RunningServer, 'port' | 'socketPath'> {
  dispose(): void;
}

async function atPort(server: Server, port: number): Promise<Listening> {
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (cause) {
    throw cannotListen(`127.0.0.1:${port}`, cause);
  }
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return { port: taken, socketPath: undefined, dispose: () => undefined };
}

async function onSocket(server: Server, dataFolder: string): Promise<Listening> {
  // Nothing cleans up the data folder while a window is open, but its path may be too long.
  const folders = [...new Set([dataFolder, tmpdir(), '/tmp'])];
  await sweepSockets(folders, Date.now());
  const socket = await listenOnSocket(server, folders);
  return { port: 0, socketPath: socket.path, dispose: () => socket.dispose() };
}
