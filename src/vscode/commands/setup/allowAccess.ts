import { CodeReviewError } from '../../../core/base/errors.ts';
import { t } from '../../../core/base/l10n.ts';
import { notify } from '../../platform/notify.ts';
import type { ProviderSessions } from '../../connection/providerSessions.ts';
import type { OpenRepositories } from '../../repository/openRepositories.ts';
import { chooseRepository, type RepositoryArgument } from '../../repository/chooseRepository.ts';

/** Allows asking a repository's host about private repositories with the editor's own sign-in. */
export async function allowAccess(
  copies: OpenRepositories,
  sessions: ProviderSessions,
  about?: RepositoryArgument,
): Promise<void> {
  const repository = await chooseRepository(copies, about);
  if (repository === undefined) return;
  const { provider, host, fullName } = repository.identity;
  if (host === undefined)
    throw new CodeReviewError(
      'input',
      t('{fullName} is at no host.', { fullName }),
      t('Open a repository with a remote.'),
    );
  if (await sessions.allow({ provider, host }))
    notify(
      'info',
      t('Code Review may look for pull requests of your private repositories at {host}. Sign Out ends that.', { host }),
    );
}
