import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../cache.ts';
import { git } from '../git/git.ts';
import { openPullRequest } from '../git/openPullRequest.ts';

const files = path.join(root, 'test/sample');
const mainBranch = 'main';
const branch = 'feature/refunds';
const pullRequest = 7;

/** A repository as a newcomer may have it: cloned, with the branch of an open pull request checked out. */
export interface Sample {
  /** The working copy. */
  readonly workspace: string;
  /** The bare repository that the working copy's `origin` is. */
  readonly origin: string;
  /** The commit that the branch was made from: the tip of `main`. */
  readonly base: string;
  /** The checked-out branch. */
  readonly branch: string;
  /** Its tip. */
  readonly head: string;
  /** The number of its open pull request, of which `origin` has the refs as GitHub does. */
  readonly number: number;
}

interface Step {
  /** Folder below test/sample whose files the commit adds or replaces. */
  readonly files: string;
  readonly date: string;
  readonly message: string;
}

/** Makes the sample repository below `folder` from the files and the history in test/sample; the hashes are the same each time. */
export async function createSample(folder: string): Promise<Sample> {
  const origin = path.join(folder, 'acme/orders.git');
  const workspace = path.join(folder, 'orders');
  await mkdir(origin, { recursive: true });
  await git(origin, ['init', '--quiet', '--bare', `--initial-branch=${mainBranch}`]);
  await git(folder, ['clone', '--quiet', origin, workspace]);
  const steps = JSON.parse(await readFile(path.join(files, 'history.json'), 'utf8')) as Step[];
  for (const step of steps.filter(step => step.files.startsWith('main/'))) await commit(workspace, step);
  const base = await git(workspace, ['rev-parse', 'HEAD']);
  await git(workspace, ['switch', '--quiet', '--create', branch]);
  for (const step of steps.filter(step => !step.files.startsWith('main/'))) await commit(workspace, step);
  const head = await git(workspace, ['rev-parse', 'HEAD']);
  await git(workspace, ['push', '--quiet', '--set-upstream', 'origin', mainBranch, branch]);
  await git(workspace, ['remote', 'set-head', 'origin', mainBranch]);
  await openPullRequest(workspace, pullRequest);
  // Of one that was merged only the head is left.
  await git(origin, ['update-ref', 'refs/pull/1/head', base]);
  return { workspace, origin, base, branch, head, number: pullRequest };
}

async function commit(workspace: string, { files: from, date, message }: Step): Promise<void> {
  await cp(path.join(files, from), workspace, { recursive: true });
  const person = {
    GIT_AUTHOR_NAME: 'Robin Sample',
    GIT_AUTHOR_EMAIL: 'robin@acme.example',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: 'Robin Sample',
    GIT_COMMITTER_EMAIL: 'robin@acme.example',
    GIT_COMMITTER_DATE: date,
  };
  await git(workspace, ['add', '--all']);
  await git(workspace, ['commit', '--quiet', `--message=${message}`], person);
}
