import path from 'node:path';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';
import { openBareRepository, type BareRepository } from '../../../git/repository/bareRepository.ts';
import { readConfig, type GitConfig } from '../../../git/repository/config.ts';
import { findDefaultBranch } from '../../../git/repository/defaultBranch.ts';
import type { Git } from '../../../git/run/git.ts';
import { BareRepositoryError } from '../../../git/run/gitErrors.ts';
import { identifyRepository } from '../../../git/repository/identifyRepository.ts';
import { snapshotOf, type SnapshotKind } from '../../../git/content/snapshot.ts';
import { isFullHash, openWorkingCopy, resolveCommits, type WorkingCopy } from '../../../git/repository/workingCopy.ts';
import { unsupportedEntries, type SkippedChange } from '../../../git/content/workingTree.ts';
import type { UnreadFile } from '../../engine/reviewerReport.ts';
import { unreviewedBinary, unreviewedPath } from '../../engine/diff/excludedFiles.ts';

/** The options that select what to review. */
export interface TargetOptions {
  /** The repository or a folder in it. */
  readonly folder: string;
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** Set instead of a base and a head. */
  readonly kind: SnapshotKind | undefined;
  /** The current folder, absolute. */
  readonly cwd: string;
  /** The index that git names to its hooks, relative to the repository's top folder. */
  readonly index: string | undefined;
}

/** Two commits to compare. */
export interface ReviewTarget {
  /** Absolute path of the top folder, or of a bare repository. */
  readonly root: string;
  /** `owner/name`, see `RepositoryIdentity`. */
  readonly repository: string;
  /** Full hashes. */
  readonly base: string;
  readonly head: string;
  /** Absent where git does not know it. */
  readonly mergeBase?: string | undefined;
  /** "feature against main". */
  readonly title: string;
  /** Changed files that are in neither commit. */
  readonly leftOut: readonly UnreadFile[];
  /** Names that are of a branch and of a tag on another commit; the branch is reviewed. */
  readonly ambiguous?: readonly string[];
  /** Why there is nothing to review, as one sentence. */
  readonly nothing: string | undefined;
}

/** Opens the repository; a bare one only to review commits. */
export async function openRepository(
  git: Git,
  { folder, kind }: Pick<TargetOptions, 'folder' | 'kind'>,
  signal: AbortSignal,
): Promise<WorkingCopy | BareRepository> {
  try {
    return await openWorkingCopy(git, folder, signal);
  } catch (error) {
    const mayBeBare = BareRepositoryError.isBare(error) && kind === undefined;
    const bare = mayBeBare ? await openBareRepository(git, folder, signal) : undefined;
    if (bare === undefined) throw error;
    return bare;
  }
}

/** Finds the commits to compare. @throws CodeReviewError of kind `git` or `input`, with advice */
export async function findTarget(
  git: Git,
  copy: WorkingCopy,
  options: TargetOptions,
  signal: AbortSignal,
): Promise<ReviewTarget> {
  const config = await readConfig(git, copy.root, signal);
  const { fullName, remote } = await identifyRepository(git, copy, { hosts: {}, config }, signal);
  const place = { root: copy.root, repository: fullName };
  if (options.kind !== undefined) return { ...place, ...(await uncommitted(git, copy, options.kind, options, signal)) };
  const headName = options.head ?? copy.branch ?? 'HEAD';
  const revision = options.head ?? 'HEAD';
  const revisions = [revision, ...(options.base === undefined ? [] : [options.base])];
  const found = await resolveNames(git, copy, revisions, remote, signal);
  const head = await commitOf(git, copy, revision, remote, found, signal);
  const base =
    options.base === undefined
      ? await defaultBase(git, copy, remote, config, signal)
      : { name: options.base, commit: await commitOf(git, copy, options.base, remote, found, signal) };
  const named = [
    ...(options.base === undefined ? [] : [[options.base, base.commit] as const]),
    ...(options.head === undefined ? [] : [[options.head, head] as const]),
  ];
  const ambiguous = ambiguousNames(named, found);
  const mergeBase = await git.tryRun(copy.root, ['merge-base', base.commit, head], { signal });
  return {
    ...place,
    base: base.commit,
    head,
    mergeBase,
    title: `${headName} against ${base.name}`,
    leftOut: [],
    ...(ambiguous.length > 0 && { ambiguous }),
    nothing:
      mergeBase !== head
        ? undefined
        : `Nothing to review: ${base.name} has all commits of ${headName}. Use --uncommitted to review what is not committed.`,
  };
}

async function uncommitted(
  git: Git,
  copy: WorkingCopy,
  kind: SnapshotKind,
  around: TargetOptions,
  signal: AbortSignal,
): Promise<Omit<ReviewTarget, 'root' | 'repository'>> {
  const index = await hookIndex(git, copy, around);
  const { base, commit, isEmpty, leftOut } = await snapshotOf(git, copy, kind, signal, index);
  const what = kind === 'staged' ? 'staged' : 'uncommitted';
  const nothing = isEmpty
    ? `Nothing to review: there are no ${what} changes${leftOut.length === 0 ? '' : ' that are read'}.`
    : undefined;
  return { base, head: commit, mergeBase: base, title: `${what} changes`, leftOut: leftOut.map(asUnread), nothing };
}

function asUnread({ path: file, why }: SkippedChange): UnreadFile {
  const isCode = unreviewedPath(file) === undefined && unreviewedBinary(file).isGap === true;
  const isFile = !Object.values<string>(unsupportedEntries()).includes(why);
  const isGap = why === 'submodule' || (isFile && isCode);
  return { path: file, why, ...(isGap && { isGap }) };
}

/** The index of the commit that is being made, if git runs this as a hook; `git commit --all` uses a temporary one. */
async function hookIndex(git: Git, copy: WorkingCopy, { cwd, index }: TargetOptions): Promise<string | undefined> {
  if (index === undefined) return undefined;
  const here = await git.tryRun(cwd, ['rev-parse', '--show-toplevel'], {
    signal: new AbortController().signal,
  });
  return here !== undefined && path.normalize(here) === copy.root ? path.resolve(copy.root, index) : undefined;
}

/** Full hashes of commits by the names that were asked for; undefined for one that is none. */
type FoundCommits = ReadonlyMap<string, string | undefined>;

/** Resolves all that some revisions may mean, in one run of git. */
async function resolveNames(
  git: Git,
  { root }: WorkingCopy,
  revisions: readonly string[],
  remote: string | undefined,
  signal: AbortSignal,
): Promise<FoundCommits> {
  const names = revisions.flatMap(revision => [...meaningsOf(revision, remote), tagOf(revision)]);
  const commits = await resolveCommits(git, root, names, signal);
  return new Map(names.map((name, index) => [name, commits[index]]));
}

/**
 * The names of a revision: as a branch before a tag, which git takes first, also as one of the remote: CI often has no
 * local branches.
 */
function meaningsOf(revision: string, remote: string | undefined): string[] {
  if (revision === 'HEAD' || isFullHash(revision)) return [revision];
  const ofRemote = remote === undefined ? [] : [`refs/remotes/${remote}/${revision}`];
  return [`refs/heads/${revision}`, ...ofRemote, revision];
}

function tagOf(revision: string): string {
  return `refs/tags/${revision}`;
}

/** The names that a tag has too, on another commit. */
function ambiguousNames(named: readonly (readonly [name: string, commit: string])[], found: FoundCommits): string[] {
  return named.flatMap(([name, commit]) => ([undefined, commit].includes(found.get(tagOf(name))) ? [] : [name]));
}

/** The commit that a revision means. @throws CodeReviewError of kind `input`, with advice */
async function commitOf(
  git: Git,
  { root }: WorkingCopy,
  revision: string,
  remote: string | undefined,
  found: FoundCommits,
  signal: AbortSignal,
): Promise<string> {
  for (const name of meaningsOf(revision, remote)) {
    const commit = found.get(name);
    if (commit !== undefined) return commit;
  }
  throw new CodeReviewError(
    'input',
    `There is no commit ${plainLine(revision, 100)} here.`,
    revision === 'HEAD'
      ? 'Commit something, or review with --uncommitted.'
      : ((await shallowAdvice(git, root, remote, signal)) ?? 'Fetch it, or name another one.'),
  );
}

async function defaultBase(
  git: Git,
  { root, branch }: WorkingCopy,
  remote: string | undefined,
  config: GitConfig,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly commit: string }> {
  const found = await findDefaultBranch(git, root, remote, signal, config);
  // On the default branch, review what is not pushed yet.
  if (found !== undefined && found.name === branch && remote !== undefined) {
    return { name: `${remote}/${branch}`, commit: found.commit };
  }
  if (found !== undefined) return found;
  throw new CodeReviewError(
    'input',
    'The branch to compare with is unknown.',
    ['Name it with --base.', (await shallowAdvice(git, root, remote, signal)) ?? 'Fetch it first if needed.'].join(' '),
  );
}

/** How a shallow clone, which often has one branch only, gets the others; undefined for a whole one. */
async function shallowAdvice(
  git: Git,
  root: string,
  remote: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  if ((await git.tryRun(root, ['rev-parse', '--is-shallow-repository'], { signal })) !== 'true') return undefined;
  const from = plainLine(remote ?? 'origin', 100);
  return `The clone is shallow: run git fetch --unshallow ${from} "+refs/heads/*:refs/remotes/${from}/*", then review it again.`;
}
