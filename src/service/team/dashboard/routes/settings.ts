import { Hono } from 'hono';
import { plainLine } from '../../../../core/base/text.ts';
import { findPlan } from '../../../accounts/plans.ts';
import type { Form } from '../../members/member.ts';
import type { Problems } from '../html/form.ts';
import { settingsPage } from '../pages/settings.ts';
import type { DashboardEnv, DashboardParts } from '../parts.ts';
import { readSettings, storeSettings, type Settings } from '../queries/settings.ts';
import { adminsOnly, goTo, show } from '../requests.ts';

const mostRequests = 1_000_000_000;
const mostDays = 36_500;

/** Routes of the settings, for admins. */
export function settingsRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { database } = parts;
  const app = new Hono<DashboardEnv>();
  app.use('/settings', adminsOnly);
  app.get('/settings', async context => {
    const { organisation, plan, requestsPerHour, keepDays } = await readSettings(database);
    const values = {
      organisation,
      plan,
      requestsPerHour: plan === 'enterprise' ? String(requestsPerHour) : '',
      keepDays: String(keepDays),
    };
    return show(context, settingsPage(context.get('viewer'), values));
  });
  app.post('/settings', async context => {
    const viewer = context.get('viewer');
    const read = readForm(context.get('form'));
    if ('problems' in read) return show(context, settingsPage(viewer, context.get('form'), read.problems), 422);
    await storeSettings(database, viewer.member, read);
    return goTo(context, parts, '/settings', { kind: 'done', text: 'The settings were saved.' });
  });
  return app;
}

function readForm(form: Form): Settings | { readonly problems: Problems } {
  const { plan = '', organisation = '' } = form;
  const perHour = wholeNumber(form['requestsPerHour'], mostRequests);
  const keepDays = wholeNumber(form['keepDays'], mostDays);
  const isKnown = ['free', 'pro', 'enterprise'].includes(plan);
  if (isKnown && (plan !== 'enterprise' || perHour !== undefined) && keepDays !== undefined) {
    const { requestsPerHour } = findPlan(plan, perHour);
    return { organisation: plainLine(organisation, 100), plan, requestsPerHour, keepDays };
  }
  return {
    problems: {
      ...(!isKnown && { plan: 'Choose a plan.' }),
      ...(plan === 'enterprise' &&
        perHour === undefined && { requestsPerHour: 'Enter the requests of an hour as a whole number from 1.' }),
      ...(keepDays === undefined && {
        keepDays: `Enter a whole number of days from 1 to ${mostDays.toLocaleString('en')}.`,
      }),
    },
  };
}

/** A whole number from 1; undefined for anything else. */
function wholeNumber(text: string | undefined, most: number): number | undefined {
  const value = /^\d{1,10}$/.test(text?.trim() ?? '') ? Number(text) : 0;
  return value >= 1 && value <= most ? value : undefined;
}
