import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Git } from '../../git/run/git.ts';
import { awaitDatabase } from './awaitDatabase.ts';
import { TeamBackend } from './backend.ts';
import { openCredentials, type Credentials } from './credentials/credentials.ts';
import { admitFrom } from './database/admit.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { databaseFailure } from './database/databaseFailure.ts';
import { checkSchema } from './database/migrate.ts';
import { openDatabase } from './database/openDatabase.ts';
import { checkRepository } from './hosts/checkRepository.ts';
import { openMembers } from './members/members.ts';
import { oidcOptions, type GivenOidc } from './members/oidc/oidcOptions.ts';
import { checkExposure, defaultPublicUrl, parseListenAddress, parsePublicUrl } from './network/addresses.ts';
import { teamApp } from './app.ts';
import { listenHttp, type Answer } from './network/httpServer.ts';
import { openLog, type Log } from './network/log.ts';
import { measureReviews } from './network/measure.ts';
import { Metrics } from './network/metrics.ts';
import { Readiness } from './network/readiness.ts';
import { TrustedProxies } from './network/trustedProxies.ts';
import { cancelReviews } from './queue/cancelReviews.ts';
import { rerunReview } from './queue/rerun.ts';
import { ReviewJobs } from './queue/reviewJobs.ts';
import { readServeSecrets } from './teamSecrets.ts';
import { openTracing } from './tracing/tracing.ts';

/** Options of a process that answers a team's API and dashboard. */
export interface ServeTeamOptions {
  /** With user and password; undefined to take it from the environment. */
  readonly databaseUrl: string | undefined;
  /** `HOST:PORT`; 127.0.0.1:8080 by default. */
  readonly listen: string | undefined;
  /** What users open; by default where it listens. */
  readonly publicUrl: string | undefined;
  /** Addresses and CIDR ranges. */
  readonly trustedProxies: readonly string[];
  readonly oidc: GivenOidc;
  /** Of the program. */
  readonly version: string;
  /** Holds the secrets, which are removed from it. */
  readonly environment: NodeJS.ProcessEnv;
  /** Gets the log, and once the link for the first member. */
  readonly stdout: Writable;
  /** Aborts when the process is to end. */
  readonly stopped: AbortSignal;
}

/** Connections of a process to the database, besides two of its queue. */
const connections = 10;
/** In milliseconds. Container runtimes kill a process 10 to 30 seconds after they asked it to end. */
const longestDrain = 25_000;

/**
 * Answers a team's API and dashboard until it is stopped. Resolves once all is closed.
 * @throws CodeReviewError of kind `input` if an option cannot be used, `service` if database or address cannot be
 */
export async function serveTeam(options: ServeTeamOptions): Promise<void> {
  const { version, environment, stdout, stopped } = options;
  const listen = parseListenAddress(options.listen ?? '127.0.0.1:8080');
  const proxies = new TrustedProxies(options.trustedProxies);
  checkExposure(listen, !proxies.isEmpty);
  const urlAt = (port: number): URL =>
    options.publicUrl === undefined ? defaultPublicUrl({ ...listen, port }) : parsePublicUrl(options.publicUrl);
  urlAt(listen.port);
  const secrets = await readServeSecrets(environment, options.databaseUrl);
  const oidc = oidcOptions(options.oidc, secrets.oidcSecret);
  const log = openLog(stdout, 'api', secrets.all);
  const { databaseUrl: url, keys, metricsToken } = secrets;
  const onError = (error: unknown): void => log.error(error);
  const tracing = await openTracing(environment, { role: 'api', version, onError });
  const opened = openDatabase({ url, connections, name: 'code-review api', onError });
  const { database, pool, address } = opened;
  const ends: (() => Promise<void>)[] = [() => opened.close(), async () => tracing?.close()];
  const { createTransport } = await import('../../api/transport/undiciTransport.ts');
  try {
    await awaitDatabase(opened, log, stopped);
    const jobs = await ReviewJobs.open({ url, isWorker: false, onError });
    ends.unshift(() => jobs.close());
    let answer: Answer = () => new Response(null, { status: 503, headers: { 'retry-after': '1' } });
    const server = await listenHttp(listen, proxies, (request, env) => answer(request, env));
    const publicUrl = urlAt(server.port);
    const readiness = new Readiness(() => checkSchema(database));
    ends.unshift(() => server.drain(longestDrain));
    const members = openMembers({
      ...{ database, publicUrl, oidc },
      secretKey: keys.current.bytes,
      onError: message => log.error(new Error(message)),
    });
    const credentials = openCredentials(database, keys);
    const git = new Git({ executable: 'git', log: () => undefined });
    const transport = createTransport({ userAgent: `code-review/${version}` });
    const app = teamApp({
      ...{ publicUrl, version, log, tracing, metricsToken },
      unready: () => readiness.unready(),
      metrics: new Metrics({
        failures: () => log.failures,
        measure: () => measureReviews(database),
        pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      }),
      admit: admitFrom({ pool, onError }),
      backend: new TeamBackend({ database, pool, jobs }),
      dashboard: dashboard({
        ...{ database, members, credentials, publicUrl, onError },
        secretKeys: keys,
        checkRepository: (...checked) => checkRepository({ git, transport }, ...checked),
        rerun: (transaction, reviewId) => rerunReview(transaction, jobs, reviewId),
        cancelReviews: (transaction, repositoryId) => cancelReviews(transaction, jobs, repositoryId),
      }),
    });
    const firstLink = await members.firstLink();
    await reencrypt(credentials, log);
    answer = (request, env) => app.fetch(request, env);
    log.info('listening', { url: publicUrl.origin, host: listen.host, port: server.port });
    if (firstLink !== undefined) stdout.write(`Open ${new URL(firstLink, publicUrl).href} to make the first member.\n`);
    if (!stopped.aborted) await once(stopped, 'abort');
    log.info('ending');
    readiness.end();
  } catch (error) {
    throw databaseFailure(error, address) ?? error;
  } finally {
    for (const end of ends) await end().catch(onError);
  }
}

/** After the secret key was changed, what older keys encrypted. */
async function reencrypt(credentials: Credentials, log: Log): Promise<void> {
  const { done, unreadable } = await credentials.reencrypt();
  if (done > 0) log.info('credentials encrypted with the current key', { count: done });
  if (unreadable.length > 0) log.info('credentials that no key opens', { count: unreadable.length });
}
