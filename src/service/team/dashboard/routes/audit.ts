import { Hono } from 'hono';
import { listAudit } from '../../members/audit.ts';
import { auditPage, entriesPerPage } from '../pages/audit.ts';
import type { DashboardEnv, DashboardParts } from '../parts.ts';
import { adminsOnly, show } from '../requests.ts';

/** Route of the audit list, for admins. */
export function auditRoutes({ database }: DashboardParts): Hono<DashboardEnv> {
  return new Hono<DashboardEnv>().get('/audit', adminsOnly, async context => {
    const { action = '', before: number = '' } = context.req.query();
    const before = /^\d{1,15}$/.test(number) ? Number(number) : undefined;
    const rows = await listAudit(database, {
      limit: entriesPerPage + 1,
      ...(action !== '' && { action: action.slice(0, 100) }),
      ...(before !== undefined && { before }),
    });
    return show(context, auditPage(context.get('viewer'), rows, { action, before }));
  });
}
