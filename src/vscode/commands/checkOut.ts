import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import type { Git } from '../../git/run/git.ts';
import { findEditorRepository, isWorkInTheWay, type EditorRepository } from '../repository/editorGit.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import type { OpenRepositories } from '../repository/openRepositories.ts';
import { withProgress } from '../platform/progress.ts';
import { settings } from '../platform/settings.ts';
import type { ReviewRow } from '../views/findingsTree/row.ts';

interface Parts {
  readonly git: Git;
  readonly copies: OpenRepositories;
  readonly reviews: Reviews;
}

/** The row of a review, which the command is called with. */
export type CheckOutArgument = Pick<ReviewRow, 'review' | 'root'> | null | undefined;

/**
 * Fetches the pull request of a review and switches to its branch with the editor's own git, after the user agreed.
 * Forces nothing.
 * @throws CodeReviewError of kind `git` where that cannot be done, with what to do
 */
export async function checkOut({ git, copies, reviews }: Parts, row: CheckOutArgument): Promise<void> {
  const copy = (await copies.all()).map(open => open.copy).find(({ root }) => root === row?.root);
  if (row?.review === undefined || copy === undefined) {
    throw new CodeReviewError('input', 'The repository of this pull request is not open.', 'Open its folder first.');
  }
  const { pullRequest } = row.review.subject;
  const name = plainLine(`${pullRequest.repository} #${pullRequest.number}`, 120);
  const head = await withProgress(`Looking for ${name}`, async signal => {
    const { findPullRequestHead } = await import('../repository/repositoryReading.ts');
    return findPullRequestHead(git, copy.root, pullRequest, settings.hosts, signal);
  });
  if (head === undefined) {
    throw new CodeReviewError('git', `No remote here has ${name}.`, 'Fetch its branch, then check it out with git.');
  }
  const { branch, remote, ref } = head;
  if (copy.branch !== branch) {
    const repository = await findEditorRepository(copy.root);
    if (repository === undefined) {
      throw new CodeReviewError(
        'git',
        'The editor’s own Git extension is off or does not know this repository.',
        `In a terminal, run: git fetch ${remote} ${ref}:${branch} && git switch ${branch}`,
      );
    }
    const detail = copy.branch === undefined ? '' : `${copy.branch} stays as it is. `;
    const answer = await vscode.window.showInformationMessage(
      `Check out ${name} as ${branch}?`,
      { modal: true, detail: `${detail}Uncommitted work is never overwritten.` },
      'Check Out',
    );
    if (answer === undefined) return;
    await withProgress(`Checking out ${name}`, () => fetchAndSwitch(repository, remote, ref, branch));
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
      `${branch} could not be fetched.`,
      `If you have a branch ${branch} with commits of its own, check that out.`,
      { cause },
    );
  }
  try {
    await repository.checkout(branch);
  } catch (cause) {
    throw isWorkInTheWay(cause)
      ? new CodeReviewError(
          'git',
          `Uncommitted work is in the way, so ${branch} was not checked out.`,
          'Commit or stash it, then check out again.',
          { cause },
        )
      : new CodeReviewError('git', `${branch} could not be checked out.`, 'Look at the output of Git.', { cause });
  }
  if ((await repository.getConfig(`branch.${branch}.merge`).catch(() => '')) !== '') return;
  // So that a pull knows where it came from.
  await repository.setConfig(`branch.${branch}.remote`, remote);
  await repository.setConfig(`branch.${branch}.merge`, ref);
}
