import { Hono } from 'hono';
import type { DashboardContext, DashboardEnv, DashboardParts } from '../parts.ts';
import { connectPage, type CredentialFormState } from '../pages/connect.ts';
import { repositoriesPage } from '../pages/repositories.ts';
import { connectRepository } from '../queries/connections.ts';
import { listCredentials, listRepositories } from '../queries/repositories.ts';
import { adminsOnly, goTo, show } from '../requests.ts';
import { checkWith, failedCheck, readAddress, readChoice, storeChoice } from './credentialChoice.ts';

/** Routes of the repositories. Only admins change them. */
export function repositoriesRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { database } = parts;
  const app = new Hono<DashboardEnv>();
  app.get('/repositories', async context => {
    const after = (context.req.query('after') ?? '').slice(0, 500);
    return show(context, repositoriesPage(context.get('viewer'), await listRepositories(database, after), after));
  });

  const connectForm = async (
    context: DashboardContext,
    state: Partial<CredentialFormState> = {},
  ): Promise<Response> => {
    const complete = {
      credentials: await listCredentials(database),
      values: context.get('form'),
      problems: {},
      steps: [],
      ...state,
    };
    return show(context, connectPage(context.get('viewer'), complete), state.problems === undefined ? 200 : 422);
  };
  app.get('/repositories/connect', adminsOnly, context => connectForm(context));
  app.post('/repositories', adminsOnly, async context => {
    const { member } = context.get('viewer');
    const address = readAddress(context.get('form'));
    if ('problems' in address) return connectForm(context, address);
    // A token that stood in the address does not go back into the page.
    context.set('form', { ...context.get('form'), address: address.cloneUrl });
    const choice = await readChoice(parts, context.get('form'), address);
    if ('problems' in choice) return connectForm(context, choice);
    const check = await checkWith(parts, context, address, choice);
    const { problem, steps, fullName = address.fullName } = check;
    if (problem !== undefined) return connectForm(context, failedCheck(check, choice, 'address'));
    const credentialId = await storeChoice(parts, choice, address, member.id);
    const id = await connectRepository(database, member, address, credentialId, check);
    if (id === undefined)
      return connectForm(context, { problems: { address: `A repository named ${fullName} is connected already.` } });
    return goTo(context, parts, `/repositories/${id}`, { kind: 'done', text: `${fullName} is connected.`, steps });
  });
  return app;
}
