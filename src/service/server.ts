import { serve } from '@hono/node-server';
import type { AskModel } from '../core/questions.ts';
import type { ReviewerSettings } from '../core/reviewerSettings.ts';
import type { ServedRepository } from '../core/serviceMessages.ts';
import { Git } from '../git/git.ts';
import { createApp } from './app.ts';
import { Jobs } from './jobs.ts';
import { openStore } from './openStore.ts';
import type { Plan } from './plans.ts';
import { Repositories } from './repositories.ts';

/** How a service is run. */
export interface ServerOptions {
  readonly dataFolder: string;
  /** How many days reviews are kept; 30 by default. */
  readonly keepDays?: number;
  /** Path of the engine's program. */
  readonly engine: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly plan: Plan;
  /** A key that is not stored; undefined where only stored keys are accepted. */
  readonly ownKey: string | undefined;
  readonly repositories: readonly ServedRepository[];
  readonly gitExecutable: string;
  /** Reviewers beyond the built-in ones, asked for every review. */
  readonly reviewers?: () => ReviewerSettings;
  /** Asks a language model of whoever started the service. */
  readonly ask?: AskModel;
  /** Told the id of each review that has ended. */
  readonly onSettled: (reviewId: string) => void;
  readonly onError: (error: unknown) => void;
}

/** A service that listens. */
export interface RunningServer {
  readonly port: number;
  /** Serves these working copies from now on. */
  serve(repositories: readonly ServedRepository[]): void;
  close(): void;
}

/** Starts the service on the loopback address. @throws Error when the port is taken or the data folder cannot be used */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataFolder, keepDays, engine, port, plan, ownKey, gitExecutable, onSettled, onError } = options;
  const store = await openStore(dataFolder, onError, keepDays);
  const repositories = new Repositories(options.repositories);
  const git = new Git({ executable: gitExecutable, log: () => undefined });
  const { reviewers, ask } = options;
  const configured = { ...(reviewers && { reviewers }), ...(ask && { ask }) };
  const jobs = new Jobs({ store, engine, gitExecutable, now: Date.now, onSettled, onError, ...configured });
  const app = createApp({ git, store, plan, ownKey, repositories, jobs, now: Date.now, onError });
  const listening = await new Promise<{ port: number; close(): void }>((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port, overrideGlobalObjects: false }, address =>
      resolve({ port: address.port, close: () => void server.close() }),
    );
    server.once('error', reject);
  });
  const resume = (): void => jobs.resume(repositories.roots);
  resume();
  return {
    port: listening.port,
    serve: served => {
      repositories.replace(served);
      resume();
    },
    close: () => {
      listening.close();
      jobs.dispose();
      store.close();
    },
  };
}
