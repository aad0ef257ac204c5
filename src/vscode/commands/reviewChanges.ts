import * as vscode from 'vscode';
import { plainLine } from '../../core/base/text.ts';
import { commaList, plural, t } from '../../core/base/l10n.ts';
import type { SkippedChange } from '../../git/content/workingTree.ts';
import type { ReviewSubjects, ChangesKind } from '../review/reviewSubjects.ts';
import type { Connections } from '../connection/connections.ts';
import type { Log } from '../platform/log.ts';
import { notify } from '../platform/notify.ts';
import type { ReviewerChoice } from '../connection/reviewerChoice.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';
import { unsavedFiles } from '../review/unsavedFiles.ts';
import type { OpenRepositories } from '../repository/openRepositories.ts';
import { chooseRepository, type RepositoryArgument } from '../repository/chooseRepository.ts';

interface Parts {
  readonly copies: OpenRepositories;
  readonly connections: Connections;
  readonly subjects: () => Promise<ReviewSubjects>;
  readonly watch: ReviewWatch;
  readonly reviewers: ReviewerChoice;
  readonly log: Log;
}

/**
 * Reviews work that has no pull request yet, always by the embedded service: no other one has these commits.
 * @param what 'branch' for all commits of the branch; else the user is asked
 */
export async function reviewChanges(
  { copies, connections, subjects, watch, reviewers, log }: Parts,
  about: RepositoryArgument | undefined,
  what?: unknown,
): Promise<void> {
  copies.forget();
  const chosen = await chooseRepository(copies, about);
  if (chosen === undefined) return;
  const changes = what === 'branch' ? what : await askChanges(chosen.identity.fullName, reviewers.sentence);
  if (changes === undefined) return;
  const connection = await connections.openEmbedded();
  // What is read is what is there by now, and another branch may have been checked out since.
  const repository = (await copies.of(chosen.folder)) ?? chosen;
  const { subject, leftOut } = await (await subjects()).changes(repository, connection, changes);
  notifySkipped(log, leftOut);
  await watch.run(subject, connection);
}

/** Tells which changes a review does not read. */
export function notifySkipped(log: Log, skipped: readonly SkippedChange[]): void {
  if (skipped.length === 0) return;
  const names = skipped.map(({ path, why }) => `${path} (${why})`);
  const shown = names.length > 5 ? [...names.slice(0, 5), '…'] : names;
  log.info(`not part of the review: ${names.join(', ')}`);
  notify('info', t('Not part of this review: {files}.', { files: commaList(shown) }));
}

/** @param whereCodeGoes as a sentence */
async function askChanges(repository: string, whereCodeGoes: string): Promise<ChangesKind | undefined> {
  const unsaved = unsavedFiles().length;
  const notSaved =
    unsaved === 0
      ? ''
      : plural(
          unsaved,
          '{count} file is not saved and read as on disk',
          '{count} files are not saved and read as on disk',
        );
  const items: readonly (vscode.QuickPickItem & { readonly changes: ChangesKind })[] = [
    {
      changes: 'uncommitted',
      label: `$(edit) ${t('All uncommitted work')}`,
      description: t('with untracked files'),
      detail: plainLine(notSaved),
    },
    { changes: 'staged', label: `$(diff-added) ${t('Staged changes')}` },
    {
      changes: 'branch',
      label: `$(git-branch) ${t('All commits of this branch')}`,
      description: t('against the default branch'),
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: t('Code Review: Review Changes of {repository}', { repository: plainLine(repository, 60) }),
    placeHolder: `${t('What should be reviewed?')} ${whereCodeGoes}`,
  });
  return picked?.changes;
}
