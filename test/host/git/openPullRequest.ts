import { git } from './git.ts';

const person = {
  GIT_AUTHOR_NAME: 'Robin Sample',
  GIT_AUTHOR_EMAIL: 'robin@acme.example',
  GIT_AUTHOR_DATE: '2026-03-06T08:00:00Z',
  GIT_COMMITTER_NAME: 'Robin Sample',
  GIT_COMMITTER_EMAIL: 'robin@acme.example',
  GIT_COMMITTER_DATE: '2026-03-06T08:00:00Z',
};

/** Opens a pull request of HEAD into `main` of `origin`, which gets the refs that GitHub has of it: head and trial merge. */
export async function openPullRequest(workspace: string, number: number): Promise<void> {
  const parents = ['-p', 'origin/main', '-p', 'HEAD'];
  const merge = await git(workspace, ['commit-tree', 'HEAD^{tree}', ...parents, '-m', `Merge ${number}`], person);
  const [head, trial] = refsOf(number);
  await git(workspace, ['push', '--quiet', '--force', 'origin', `HEAD:${head}`, `${merge}:${trial}`]);
}

/** Removes the refs of a pull request from `origin`. */
export async function removePullRequest(workspace: string, number: number): Promise<void> {
  await git(workspace, ['push', '--quiet', 'origin', '--delete', ...refsOf(number)]);
}

function refsOf(number: number): readonly [head: string, merge: string] {
  return [`refs/pull/${number}/head`, `refs/pull/${number}/merge`];
}
