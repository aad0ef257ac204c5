import { PassThrough } from 'node:stream';
import { Hono } from 'hono';
import type { Admission } from '../../../../src/service/accounts/admission.ts';
import type { Backend } from '../../../../src/service/jobs/backend.ts';
import { teamApp } from '../../../../src/service/team/app.ts';
import type { DashboardEnv } from '../../../../src/service/team/dashboard/parts.ts';
import { listenHttp, type HttpServer } from '../../../../src/service/team/network/httpServer.ts';
import { openLog } from '../../../../src/service/team/network/log.ts';
import { Metrics, type MetricsSources } from '../../../../src/service/team/network/metrics.ts';
import type { Tracing } from '../../../../src/service/team/tracing/spans.ts';
import { TrustedProxies } from '../../../../src/service/team/network/trustedProxies.ts';

/** What a test puts behind the routes. */
export interface Behind {
  readonly backend: Backend;
  readonly admit: (presented: string) => Promise<Admission | undefined>;
  readonly unready?: () => Promise<string | undefined>;
  readonly measure?: MetricsSources['measure'];
  readonly metricsToken?: string;
  readonly tracing?: Tracing;
  readonly publicUrl?: string;
  readonly proxies?: readonly string[];
}

/** The team's application behind a real server, with its log. */
export class TeamServer {
  readonly url: string;
  readonly log: PassThrough;
  readonly #server: HttpServer;

  private constructor(url: string, log: PassThrough, server: HttpServer) {
    this.url = url;
    this.log = log;
    this.#server = server;
  }

  static async start(behind: Behind): Promise<TeamServer> {
    const server = await listenHttp(
      { host: '127.0.0.1', port: 0 },
      new TrustedProxies(behind.proxies ?? []),
      (request, env) => app.fetch(request, env),
    );
    const output = new PassThrough();
    const log = openLog(output, 'api', []);
    const url = `http://127.0.0.1:${server.port}`;
    const { measure = () => Promise.resolve({ reviews: {}, waiting: { count: 0, oldestSeconds: 0 } }) } = behind;
    const app = teamApp({
      publicUrl: new URL(behind.publicUrl ?? url),
      version: '1.2.3',
      log,
      tracing: behind.tracing,
      metrics: new Metrics({ measure, failures: () => log.failures, pool: () => ({ total: 3, idle: 1, waiting: 0 }) }),
      metricsToken: behind.metricsToken,
      unready: behind.unready ?? (() => Promise.resolve(undefined)),
      admit: behind.admit,
      backend: behind.backend,
      dashboard: new Hono<DashboardEnv>().all('*', context =>
        context.text('a page', context.req.path === '/sign-in' ? 429 : 404),
      ),
    });
    return new TeamServer(url, output, server);
  }

  /** The lines of the log so far. */
  get lines(): Record<string, unknown>[] {
    const text = String(this.log.read() ?? '');
    return text
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Record<string, unknown>);
  }

  async close(): Promise<void> {
    await this.#server.drain(1_000);
  }
}
