import { Hono } from 'hono';
import { credentialPage, type CredentialFormState } from '../pages/connect.ts';
import { refusedPage } from '../html/refusedPage.ts';
import { disconnectPage, repositoryPage } from '../pages/repository.ts';
import type { DashboardContext, DashboardEnv, DashboardParts } from '../parts.ts';
import { disconnectRepository, noteCheck, useCredential } from '../queries/connections.ts';
import { listCredentials, readRepository, type RepositoryDetails } from '../queries/repositories.ts';
import { adminsOnly, goTo, show } from '../requests.ts';
import {
  checkWith,
  failedCheck,
  readAddress,
  readChoice,
  storeChoice,
  type CredentialChoice,
} from './credentialChoice.ts';

const noRepository = (context: DashboardContext): Response =>
  show(context, refusedPage('There is no such repository. It may have been disconnected.'), 404);

type Handler = (context: DashboardContext, repository: RepositoryDetails) => Response | Promise<Response>;

/** Routes of one repository, for admins. */
export function repositoryRoutes(parts: DashboardParts): Hono<DashboardEnv> {
  const { database } = parts;
  const app = new Hono<DashboardEnv>();
  const withRepository = (handle: Handler) => async (context: DashboardContext) => {
    const repository = await readRepository(database, context.req.param('id') ?? '');
    if (repository !== undefined) return handle(context, repository);
    return noRepository(context);
  };
  const pathOf = ({ id }: RepositoryDetails): string => `/repositories/${id}`;
  const addressOf = ({ cloneUrl, provider }: RepositoryDetails) => readAddress({ address: cloneUrl, provider });

  app.use('/repositories/:id/*', adminsOnly);
  app.get(
    '/repositories/:id',
    adminsOnly,
    withRepository((context, repository) => show(context, repositoryPage(context.get('viewer'), repository))),
  );
  app.post(
    '/repositories/:id/check',
    withRepository(async (context, repository) => {
      const address = addressOf(repository);
      if ('problems' in address)
        return goTo(context, parts, pathOf(repository), { kind: 'problem', text: address.problems['address'] ?? '' });
      const choice: CredentialChoice =
        repository.credential === undefined ? { kind: 'none' } : { kind: 'stored', id: repository.credential.id };
      const check = await checkWith(parts, context, address, choice);
      const begun = {
        repositoryId: repository.id,
        credentialId: repository.credential?.id,
        begunAt: context.get('viewer').now,
      };
      await noteCheck(database, begun, check);
      const { problem, steps } = check;
      const text = problem ?? `${repository.fullName} can be read.`;
      return goTo(context, parts, pathOf(repository), {
        kind: problem === undefined ? 'done' : 'problem',
        text,
        steps,
      });
    }),
  );

  const credentialForm = async (
    context: DashboardContext,
    repository: RepositoryDetails,
    state: Partial<CredentialFormState> = {},
  ) => {
    const own = addressOf(repository);
    const credentials = (await listCredentials(database)).filter(
      ({ origin }) => 'origin' in own && origin === own.origin,
    );
    const complete = { credentials, values: context.get('form'), problems: {}, steps: [], ...state };
    return show(
      context,
      credentialPage(context.get('viewer'), repository, complete),
      state.problems === undefined ? 200 : 422,
    );
  };
  app.get(
    '/repositories/:id/credential',
    withRepository((context, repository) => credentialForm(context, repository)),
  );
  app.post(
    '/repositories/:id/credential',
    withRepository(async (context, repository) => {
      const { member } = context.get('viewer');
      const address = addressOf(repository);
      if ('problems' in address) return credentialForm(context, repository, address);
      const choice = await readChoice(parts, context.get('form'), address);
      if ('problems' in choice) return credentialForm(context, repository, choice);
      const check = await checkWith(parts, context, address, choice);
      const { problem, steps } = check;
      if (problem !== undefined) return credentialForm(context, repository, failedCheck(check, choice, ''));
      const id = await storeChoice(parts, choice, address, member.id);
      if (!(await useCredential(database, member, repository.id, id, check))) return noRepository(context);
      return goTo(context, parts, pathOf(repository), { kind: 'done', text: 'The credential was changed.', steps });
    }),
  );

  app.get(
    '/repositories/:id/disconnect',
    withRepository((context, repository) => show(context, disconnectPage(context.get('viewer'), repository))),
  );
  app.post(
    '/repositories/:id/disconnect',
    withRepository(async (context, { id, fullName }) => {
      await disconnectRepository(database, context.get('viewer').member, id, parts.cancelReviews);
      return goTo(context, parts, '/repositories', { kind: 'done', text: `${fullName} is disconnected.` });
    }),
  );
  return app;
}
