import { once } from 'node:events';
import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { CodeReviewError } from '../../core/base/errors.ts';
import type { ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import { Git } from '../../git/run/git.ts';
import type { StartEngine } from '../jobs/engineProcess.ts';
import { awaitDatabase } from './awaitDatabase.ts';
import { openCredentials } from './credentials/credentials.ts';
import { databaseFailure } from './database/databaseFailure.ts';
import { readKeepDays } from './database/keepDays.ts';
import { openDatabase } from './database/openDatabase.ts';
import { PostgresStore } from './database/postgresStore.ts';
import { openMirrors } from './mirrors/mirrors.ts';
import { openLog } from './network/log.ts';
import { ReviewJobs } from './queue/reviewJobs.ts';
import { ReviewWorker } from './queue/reviewWorker.ts';
import { Tries } from './queue/tries.ts';
import { readWorkSecrets } from './teamSecrets.ts';
import { openTracing } from './tracing/tracing.ts';

/** Options of a worker. */
interface WorkTeamOptions {
  /** With user and password; undefined to take it from the environment. */
  readonly databaseUrl: string | undefined;
  /** Folder of the mirrors and the repository index, absolute. */
  readonly dataFolder: string;
  /** Number of reviews that are made at a time. */
  readonly concurrency: number;
  /** Milliseconds that running reviews have to end once the worker is to end. */
  readonly grace: number;
  readonly reviewers: () => ReviewerSettings;
  readonly startEngine: StartEngine;
  /** Of the program. */
  readonly version: string;
  /** Holds the secrets, which are removed from it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Gets the log. */
  readonly stdout: Writable;
  /** Aborts when the worker is to end. */
  readonly stopped: AbortSignal;
}

/**
 * Makes the reviews of a team's queue until it is stopped. Resolves once all is closed.
 * @throws CodeReviewError of kind `service` if the database is gone at the start, `input` if it or a key cannot be used,
 *   or a newer version has changed the database
 */
export async function workTeam(options: WorkTeamOptions): Promise<void> {
  const { dataFolder, concurrency, grace, reviewers, startEngine, version, stopped } = options;
  const { databaseUrl: url, keys, all } = await readWorkSecrets(options.environment, options.databaseUrl);
  const log = openLog(options.stdout, 'worker', all);
  const onError = (error: unknown): void => log.error(error);
  const tracing = await openTracing(options.environment, { role: 'worker', version, onError });
  const git = new Git({ executable: 'git', log: () => undefined });
  const gitExecutable = await git.path();
  await checkFolder(dataFolder);
  const { createTransport } = await import('../../api/transport/undiciTransport.ts');
  const opened = openDatabase({ url, connections: concurrency + 2, name: 'code-review worker', onError });
  const { database } = opened;
  const ends: (() => Promise<void>)[] = [() => opened.close(), async () => tracing?.close()];
  try {
    await awaitDatabase(opened, log, stopped);
    const jobs = await ReviewJobs.open({ url, isWorker: true, onError });
    ends.unshift(() => jobs.close());
    const credentials = openCredentials(database, keys);
    const mirrors = openMirrors({
      folder: path.join(dataFolder, 'mirrors'),
      git,
      transport: createTransport({ userAgent: `code-review/${version}` }),
      credential: (id, origin) => credentials.read(id, origin),
      onError,
    });
    ends.unshift(() => mirrors.close());
    const unusable = new AbortController();
    const worker = await ReviewWorker.start({
      ...{ database, jobs, mirrors, git, reviewers, tracing, onError },
      store: new PostgresStore(database, await readKeepDays(database)),
      tries: new Tries(database, jobs),
      engines: Array.from({ length: concurrency }, () =>
        startEngine({ gitExecutable, indexFolder: dataFolder, onError }),
      ),
      onEnded: ({ id, status }) => log.info('review ended', { review: id, status }),
      onUnusable: error => unusable.abort(error),
    });
    log.info('worker started', { concurrency });
    const ending = AbortSignal.any([stopped, unusable.signal]);
    if (!ending.aborted) await once(ending, 'abort');
    log.info('ending');
    await worker.drain(grace);
    unusable.signal.throwIfAborted();
  } catch (error) {
    throw databaseFailure(error, opened.address) ?? error;
  } finally {
    for (const end of ends) await end().catch(onError);
  }
}

/** A worker that cannot keep mirrors would take reviews only to give them back. */
async function checkFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (error) {
    const advice = 'Name a folder that this user may write to with --data.';
    throw new CodeReviewError('input', `The worker cannot keep its mirrors in ${folder}.`, advice, { cause: error });
  }
}
