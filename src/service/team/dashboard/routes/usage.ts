import { Hono } from 'hono';
import { usagePage } from '../pages/usage.ts';
import type { DashboardEnv, DashboardParts } from '../parts.ts';
import { readSettings } from '../queries/settings.ts';
import { hourUsage, reviewsByDay } from '../queries/usage.ts';
import { show } from '../requests.ts';

/** Route of the usage. */
export function usageRoutes({ database }: DashboardParts): Hono<DashboardEnv> {
  return new Hono<DashboardEnv>().get('/usage', async context => {
    const viewer = context.get('viewer');
    const [keys, days, settings] = await Promise.all([
      hourUsage(database, viewer.member),
      reviewsByDay(database),
      readSettings(database),
    ]);
    return show(context, usagePage(viewer, keys, days, settings));
  });
}
