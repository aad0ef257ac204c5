import type { Git } from '../run/git.ts';
import { nameCommit } from '../repository/workingCopy.ts';

/** How far a commit that a review has read is from one that is or was checked out. */
export interface CommitDistance {
  /** Number of commits of what is checked out that the review has not read. */
  readonly unread: number;
  /** Number of commits that the review has read and what is checked out does not contain. */
  readonly ahead: number;
}

/**
 * Counts the commits that two commits do not share; `undefined` if one is not here.
 * @param commit untrusted
 * @param head full hash of what is checked out: HEAD itself may have moved on by the time that git looks
 */
export async function distanceBetween(
  git: Git,
  root: string,
  commit: string,
  head: string,
  signal: AbortSignal,
): Promise<CommitDistance | undefined> {
  const known = await nameCommit(git, root, commit, signal);
  if (known === undefined) return undefined;
  const args = ['rev-list', '--count', '--left-right', '--end-of-options', `${known}...${head}`, '--'];
  const counts = (await git.tryRun(root, args, { signal }))?.split('\t').map(Number);
  const [ahead, unread] = counts ?? [];
  return unread === undefined || ahead === undefined ? undefined : { unread, ahead };
}

/**
 * Whether a commit holds the work that a snapshot was taken of: it changes every file that the work changed. The snapshot's
 * parent, which it is compared with, may have been rewritten, as by an amend or a rebase: then the commits since the last
 * one that both share change these files too. What changed in them since does not matter.
 * @param commit untrusted, as is `snapshot`
 */
export async function holdsSnapshot(
  git: Git,
  root: string,
  commit: string,
  snapshot: string,
  signal: AbortSignal,
): Promise<boolean> {
  const [later, work] = await Promise.all([commit, snapshot].map(revision => nameCommit(git, root, revision, signal)));
  if (later === undefined || work === undefined) return false;
  const base = `${work}^`;
  // None where the work is not committed yet: later is base.
  const committed = await filesCommittedSince(git, root, base, later, signal);
  if (committed === undefined || committed.size === 0) return false;
  const changed = await changedFiles(git, root, base, work, signal);
  return changed !== undefined && changed.size > 0 && [...changed].every(file => committed.has(file));
}

/** The files that a snapshot of uncommitted work changed. */
export function filesOfWork(
  git: Git,
  root: string,
  snapshot: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  return changedFiles(git, root, `${snapshot}^`, snapshot, signal);
}

/**
 * The files that commits have changed since another one, and that differ from it. What was taken back since, as by
 * checking out an earlier commit, is not committed.
 */
export async function filesCommittedSince(
  git: Git,
  root: string,
  base: string,
  later: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const differing = await changedFiles(git, root, base, later, signal);
  if (differing === undefined || differing.size === 0) return differing;
  const shared = await git.tryRun(root, ['merge-base', base, later], { signal });
  const own = shared === undefined ? undefined : await changedFiles(git, root, shared, later, signal);
  return own && new Set([...differing].filter(file => own.has(file)));
}

async function changedFiles(
  git: Git,
  root: string,
  base: string,
  revision: string,
  signal: AbortSignal,
): Promise<Set<string> | undefined> {
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', '--end-of-options', base, revision, '--'];
  const names = await git.tryRun(root, args, { signal });
  return names === undefined ? undefined : new Set(names.split('\0').filter(Boolean));
}

const renamesTimeout = 10_000;

/**
 * Finds the files that were renamed from one commit to another. One that was copied as well is left out, since nobody can
 * tell which of the two it goes on in.
 * @param before untrusted, as is `after`
 * @returns their former paths by their present ones; empty where a commit is not here
 */
export async function renamesBetween(
  git: Git,
  root: string,
  before: string,
  after: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const commits = await Promise.all([before, after].map(revision => nameCommit(git, root, revision, signal)));
  const [from, to] = commits;
  if (from === undefined || to === undefined) return new Map();
  const list = ['diff-tree', '-r', '-z', '-C', '--name-status', '--no-ext-diff', '--ignore-submodules=all'];
  const args = [...list, '--diff-filter=CR', '--end-of-options', from, to, '--'];
  const fields = (await git.tryRun(root, args, { signal, timeoutMs: renamesTimeout }))?.split('\0') ?? [];
  const found: (readonly [now: string, former: string])[] = [];
  const sources: string[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [status = '', former = '', now = ''] = fields.slice(at, at + 3);
    sources.push(former);
    if (status.startsWith('R')) found.push([now, former]);
  }
  const counts = Map.groupBy(sources, source => source);
  return new Map(found.filter(([, former]) => counts.get(former)?.length === 1));
}
