import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import type { Git } from '../../git/run/git.ts';
import { findEditorRepository, isWorkInTheWay, type EditorRepository } from '../repository/editorGit.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import type { OpenRepositories } from '../repository/openRepositories.ts';
import { withDelayedProgress } from '../platform/delayedProgress.ts';
import { settings } from '../platform/settings.ts';
import type { ReviewRow } from '../views/findingsTree/row.ts';

interface Parts {
  readonly git: Git;
  readonly copies: OpenRepositories;
  readonly reviews: Reviews;
}

/** The row of a review, which the command is called with. */
export type CheckOutArgument = Pick<ReviewRow, 'review' | 'root'>;

/**
 * Fetches the pull request of a review and switches to its branch with the editor's own git, after the user agreed.
 * Forces nothing.
 * @throws CodeReviewError of kind `git` where that cannot be done, with what to do
 */
export async function checkOut({ git, copies, reviews }: Parts, row: CheckOutArgument): Promise<void> {
  const copy = (await copies.all()).map(open => open.copy).find(({ root }) => root === row.root);
  if (copy === undefined) {
    throw new CodeReviewError(
      'input',
      t('The repository of this pull request is not open.'),
      t('Open its folder first.'),
    );
  }
  const { pullRequest } = row.review.subject;
  const name = plainLine(`${pullRequest.repository} #${pullRequest.number}`, 120);
  const head = await withDelayedProgress(t('Looking for {name}', { name }), async signal => {
    const { findPullRequestHead } = await import('../repository/repositoryReading.ts');
    return findPullRequestHead(git, copy.root, pullRequest, settings.hosts, signal);
  });
  if (head === undefined) {
    throw new CodeReviewError(
      'git',
      t('No remote here has {name}.', { name }),
      t('Fetch its branch, then check it out with git.'),
    );
  }
  const { branch, remote, ref } = head;
  if (copy.branch !== branch) {
    const repository = await findEditorRepository(copy.root);
    if (repository === undefined) {
      throw new CodeReviewError(
        'git',
        t('The editor’s own Git extension is off or does not know this repository.'),
        t('In a terminal, run: git fetch {remote} {ref}:{branch} && git switch {branch}', { remote, ref, branch }),
      );
    }
    const kept = copy.branch === undefined ? '' : t('{branch} stays as it is.', { branch: copy.branch });
    const detail = [kept, t('Uncommitted work is never overwritten.')].filter(Boolean).join(' ');
    const answer = await vscode.window.showInformationMessage(
      t('Check out {name} as {branch}?', { name, branch }),
      { modal: true, detail },
      t('Check Out'),
    );
    if (answer === undefined) return;
    await withDelayedProgress(t('Checking out {name}', { name }), () =>
      fetchAndSwitch(repository, remote, ref, branch),
    );
  }
  await reviews.tie(row.review.records, copy.root, branch);
}

async function fetchAndSwitch(
  repository: EditorRepository,
  remote: string,
  ref: string,
  branch: string,
): Promise<void> {
  try {
    // Makes the branch, or brings it forward; git refuses where it has commits of its own.
    await repository.fetch(remote, `${ref}:refs/heads/${branch}`);
  } catch (cause) {
    throw new CodeReviewError(
      'git',
      t('{branch} could not be fetched.', { branch }),
      t('If you have a branch {branch} with commits of its own, check that out.', { branch }),
      { cause },
    );
  }
  try {
    await repository.checkout(branch);
  } catch (cause) {
    throw isWorkInTheWay(cause)
      ? new CodeReviewError(
          'git',
          t('Uncommitted work is in the way, so {branch} was not checked out.', { branch }),
          t('Commit or stash it, then check out again.'),
          { cause },
        )
      : new CodeReviewError(
          'git',
          t('{branch} could not be checked out.', { branch }),
          t('Look at the output of Git.'),
          { cause },
        );
  }
  if ((await repository.getConfig(`branch.${branch}.merge`).catch(() => '')) !== '') return;
  // So that a pull knows where it came from.
  await repository.setConfig(`branch.${branch}.remote`, remote);
  await repository.setConfig(`branch.${branch}.merge`, ref);
}
