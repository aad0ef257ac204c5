import { Hono } from 'hono';
import { plainLine } from '../../../../core/base/text.ts';
import type { KeyKind } from '../../../../core/review/apiKey.ts';
import type { Problems } from '../html/form.ts';
import { refusedPage } from '../html/refusedPage.ts';
import { createdKeyPage, keysPage, newKeyPage, revokeKeyPage } from '../pages/keys.ts';
import type { DashboardContext, DashboardEnv, DashboardParts } from '../parts.ts';
import { createMemberKey, findKey, listKeys, revokeMemberKey } from '../queries/keys.ts';
import { goTo, show } from '../requests.ts';

const noKey = 'There is no such API key, or it is not yours.';

/** Routes of the API keys. */
export function keyRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { database } = parts;
  const app = new Hono<DashboardEnv>();
  const keyOf = (context: DashboardContext) =>
    findKey(database, context.get('viewer').member, context.req.param('id') ?? '');

  app.get('/keys', async context => {
    const viewer = context.get('viewer');
    return show(context, keysPage(viewer, await listKeys(database, viewer.member)));
  });
  app.get('/keys/new', context => show(context, newKeyPage(context.get('viewer'), { name: '', kind: 'production' })));
  app.post('/keys', async context => {
    const viewer = context.get('viewer');
    const { name = '', kind = '' } = context.get('form');
    const line = plainLine(name, 100);
    const problems: Problems = {
      ...(line === '' && { name: 'Give the key a name that says where it is used.' }),
      ...(!isKind(kind) && { kind: 'Choose production or development.' }),
    };
    if (!isKind(kind) || line === '') return show(context, newKeyPage(viewer, { name, kind }, problems), 422);
    const { key, id } = await createMemberKey(database, viewer.member, { kind, name: line }, viewer.now);
    return goTo(context, parts, `/keys/${id}`, { kind: 'done', text: 'The key was created.', secret: key });
  });
  app.get('/keys/:id', async context => {
    const viewer = context.get('viewer');
    const { flash } = viewer;
    const key = await keyOf(context);
    if (key === undefined) return show(context, refusedPage(noKey), 404);
    if (flash?.secret === undefined)
      return goTo(context, parts, '/keys', {
        kind: 'hint',
        text: 'A key is shown once. If you have not copied it, revoke it and create a new one.',
      });
    return show(context, createdKeyPage({ ...viewer, flash: undefined }, key, flash.secret, parts.publicUrl));
  });
  app.get('/keys/:id/revoke', async context => {
    const key = await keyOf(context);
    if (key?.revokedAt !== undefined || key === undefined) return show(context, refusedPage(noKey), 404);
    return show(context, revokeKeyPage(context.get('viewer'), key));
  });
  app.post('/keys/:id/revoke', async context => {
    const key = await keyOf(context);
    if (key === undefined || !(await revokeMemberKey(database, context.get('viewer').member, key.id)))
      return show(context, refusedPage('This key is not there, or it is revoked already.'), 404);
    const name = key.name === '' ? `The key that ends in ${key.lastFour}` : key.name;
    return goTo(context, parts, '/keys', { kind: 'done', text: `${name} is revoked. It no longer signs anybody in.` });
  });
  return app;
}

function isKind(text: string): text is KeyKind {
  return text === 'production' || text === 'development';
}
