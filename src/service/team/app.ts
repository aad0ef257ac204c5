import { Hono } from 'hono';
import type { Admit } from '../accounts/admission.ts';
import { failedRequest, unknownEndpoint } from '../http/apiErrors.ts';
import { apiRoutes } from '../http/apiRoutes.ts';
import { authenticate } from '../http/authentication.ts';
import { problemJson } from '../http/problemJson.ts';
import type { Backend } from '../jobs/backend.ts';
import type { DashboardEnv } from './dashboard/parts.ts';
import { databaseFailure } from './database/databaseFailure.ts';
import type { Tracing } from './tracing/spans.ts';
import { guard, type ArrivalBindings } from './network/guard.ts';
import { healthRoutes, type HealthParts } from './network/health.ts';
import type { Log } from './network/log.ts';
import { observe } from './network/observe.ts';
import { openApiRoutes } from './network/openApi/routes.ts';
import { traceRequests } from './network/trace.ts';

/** Dependencies of the team's application. */
export interface TeamAppParts extends HealthParts {
  readonly publicUrl: URL;
  /** Of the program. */
  readonly version: string;
  readonly log: Log;
  /** Undefined if nobody asked for traces. */
  readonly tracing: Tracing | undefined;
  readonly admit: Admit;
  readonly backend: Backend;
  /** Pages for members, at every path that nothing else takes. */
  readonly dashboard: Hono<DashboardEnv>;
}

/** Seconds after which a client may try again while the database is gone. */
const retryAfter = '5';

/**
 * The team's HTTP application: the API for keys, the dashboard for members, and what operators ask. No route takes both a
 * key and a cookie.
 */
export function teamApp(parts: TeamAppParts): Hono<{ Bindings: ArrivalBindings }> {
  const { publicUrl, version, log, tracing, metrics, admit, backend, dashboard } = parts;
  const app = new Hono<{ Bindings: ArrivalBindings }>();
  app.use(
    observe(answered => {
      metrics.request(answered);
      log.request(answered);
    }),
  );
  app.route('/', healthRoutes(parts));
  if (tracing !== undefined) app.use(traceRequests(tracing));
  app.use(guard(publicUrl));
  app.route('/', openApiRoutes(publicUrl, version));
  app.use('/v1/*', authenticate(admit));
  const api = apiRoutes(backend);
  app.route('/', api);
  app.all('/v1/*', unknownEndpoint(api.routes));
  app.route('/', dashboard);
  app.onError((error, context) => {
    const failed = (thrown: unknown): void => log.error(thrown, context.env.client.requestId);
    const gone = databaseFailure(error);
    if (gone === undefined) return failedRequest(failed)(error, context);
    failed(gone);
    return problemJson(context, 503, 'The database cannot be reached. Try again later.', { 'retry-after': retryAfter });
  });
  return app;
}
