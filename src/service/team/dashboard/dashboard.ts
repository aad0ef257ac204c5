import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CodeReviewError, displayMessage } from '../../../core/base/errors.ts';
import { databaseFailure } from '../database/databaseFailure.ts';
import { assetRoutes } from './assets/assets.ts';
import { refusedPage } from './html/refusedPage.ts';
import type { DashboardEnv, DashboardParts } from './parts.ts';
import { membersOnly, readForm, show } from './requests.ts';
import { accountRoutes } from './routes/account.ts';
import { auditRoutes } from './routes/audit.ts';
import { keyRoutes } from './routes/keys.ts';
import { memberRoutes } from './routes/members.ts';
import { repositoriesRoutes } from './routes/repositories.ts';
import { repositoryRoutes } from './routes/repository.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { settingsRoutes } from './routes/settings.ts';
import { signInRoutes } from './routes/signIn.ts';
import { usageRoutes } from './routes/usage.ts';

const longestBody = 65_536;
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  // A review that is under way is read again by the script.
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * The pages for a team's members (docs/decisions/dashboard.md). Mount it last: it answers every path, with a page that
 * says so where there is nothing.
 */
export function dashboard(parts: DashboardParts): Hono<DashboardEnv> {
  const app = new Hono<DashboardEnv>();
  app.use(safeHeaders);
  app.route('/', assetRoutes());
  app.use(
    bodyLimit({
      maxSize: longestBody,
      onError: context => show(context, refusedPage('The form is too long. Shorten the text and try again.'), 413),
    }),
    readForm,
  );
  app.route('/', signInRoutes(parts));
  app.use(membersOnly(parts));
  app.get('/', context => context.redirect('/reviews', 303));
  app.route('/', reviewRoutes(parts));
  app.route('/', repositoriesRoutes(parts));
  app.route('/', repositoryRoutes(parts));
  app.route('/', keyRoutes(parts));
  app.route('/', usageRoutes(parts));
  app.route('/', memberRoutes(parts));
  app.route('/', auditRoutes(parts));
  app.route('/', settingsRoutes(parts));
  app.route('/', accountRoutes(parts));
  app.all('*', context =>
    show(context, refusedPage('Check the address, or start from the reviews.', 'There is no such page'), 404),
  );
  app.onError((error, context) => {
    parts.onError(error);
    const unavailable = CodeReviewError.is(error, 'service') ? error : databaseFailure(error);
    if (unavailable === undefined && CodeReviewError.is(error))
      return show(context, refusedPage(displayMessage(error)), 422);
    if (unavailable === undefined)
      return show(context, refusedPage('The log of the service has the details.', 'Something went wrong'), 500);
    context.header('retry-after', '5');
    return show(context, refusedPage(`${unavailable.message} Try again in a moment.`, 'The service is not ready'), 503);
  });
  return app;
}

/** What browsers may do with every answer. `same-origin` has them say the origin of a form, which is checked. */
const safeHeaders: MiddlewareHandler = async (context, next) => {
  context.header('content-security-policy', policy);
  context.header('cross-origin-opener-policy', 'same-origin');
  context.header('cross-origin-resource-policy', 'same-origin');
  context.header('referrer-policy', 'same-origin');
  context.header('x-content-type-options', 'nosniff');
  context.header('cache-control', 'no-store');
  await next();
};
