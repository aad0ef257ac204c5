import { once } from '../../core/base/once.ts';
import { readBlobs } from './blobs.ts';
import { readConfig, type GitConfig } from '../repository/config.ts';
import { findDefaultBranch } from '../repository/defaultBranch.ts';
import { fetchObjects } from './fetchObjects.ts';
import type { Git } from '../run/git.ts';
import { repositoryOfRemote } from '../repository/remotes.ts';
import type { HostSettings } from '../repository/remoteUrl.ts';
import { isFullHash, resolveCommit } from '../repository/workingCopy.ts';

/** The files of a review by requested path; unknown files are absent. */
export interface ReviewedBlobs {
  /** Full hash. */
  readonly commit: string;
  /** Paths in the commit by requested path. */
  readonly paths: ReadonlyMap<string, string>;
  /** Contents in the reviewed commit. */
  readonly right: ReadonlyMap<string, Buffer>;
  /** Contents in the merge base. */
  readonly left: ReadonlyMap<string, Buffer>;
}

/** The names that the reviewed commit has for the files that are in it. */
export function namesIn({ paths, right }: ReviewedBlobs): string[] {
  return [...right.keys()].map(file => paths.get(file) ?? file);
}

/** The files of a review to read. */
export interface ReviewedFilesRequest {
  /** The reviewed commit as the service names it. */
  readonly commit: string;
  /** `owner/name` of the repository whose pull request was reviewed. */
  readonly repository: string;
  /** The reviewed branch, if known: its remote may have a commit that is missing locally. */
  readonly branch: string | undefined;
  readonly hosts: HostSettings;
  readonly paths: readonly string[];
  /** Whether to read the files of the merge base as well. */
  readonly withBase: boolean;
}

const fetchTimeout = 30_000;
const mostRemotes = 3;
const mostRead = 20;
const nothing: ReadonlyMap<string, Buffer> = new Map();

/** Reads the files of a review. @returns undefined if the commit is not available */
export async function readReviewedFiles(
  git: Git,
  root: string,
  request: ReviewedFilesRequest,
  signal: AbortSignal,
): Promise<ReviewedBlobs | undefined> {
  const { commit: named, paths, withBase } = request;
  const remotes = once(() => remotesOf(git, root, request, signal));
  const asked = [...new Set(paths.flatMap(path => [path, withoutPrefix(path)]))];
  // A full hash with files needs no other run of git to know that it is a commit that is here.
  const ofHash = isFullHash(named) ? await readBlobs(git, root, named, asked, signal) : nothing;
  const commit =
    ofHash.size > 0
      ? named
      : ((await resolveCommit(git, root, named, signal)) ?? (await fetchCommit(git, root, named, remotes, signal)));
  if (commit === undefined) return undefined;
  const base = withBase ? await mergeBase(git, root, commit, await remotes(), signal) : undefined;
  const [inHead, inBase] = await Promise.all([
    ofHash.size > 0 ? ofHash : readBlobs(git, root, commit, asked, signal),
    base === undefined ? nothing : readBlobs(git, root, base, asked, signal),
  ]);
  const names = paths.map(path => {
    const isThere = inHead.has(path) || inBase.has(path) || !inHead.has(withoutPrefix(path));
    return [path, isThere ? path : withoutPrefix(path)] as const;
  });
  const byAskedPath = (blobs: ReadonlyMap<string, Buffer>): Map<string, Buffer> => {
    const found = names.map(([path, name]) => [path, blobs.get(name)] as const);
    return new Map(found.filter((entry): entry is readonly [string, Buffer] => entry[1] !== undefined));
  };
  return { commit, paths: new Map(names), right: byAskedPath(inHead), left: byAskedPath(inBase) };
}

/**
 * Fetches a commit that is missing after a force-push or a push from another machine. Never with `--depth`, which would
 * make the clone shallow, and changes nothing but the object store.
 */
async function fetchCommit(
  git: Git,
  root: string,
  commit: string,
  remotes: () => Promise<Remotes>,
  signal: AbortSignal,
): Promise<string | undefined> {
  // Only a full hash can be requested.
  if (!isFullHash(commit)) return undefined;
  const { own, others } = await remotes();
  for (const remote of [...own, ...others].slice(0, mostRemotes)) {
    try {
      await git.run(root, [...fetchObjects, remote, commit], { signal, timeoutMs: fetchTimeout });
      return await resolveCommit(git, root, commit, signal);
    } catch {
      // Refused, offline or too slow: findings are placed by the code they quote.
      signal.throwIfAborted();
    }
  }
  return undefined;
}

/**
 * Finds the merge base with the default branch. Remotes have that branch as last fetched, and a fork's may be far
 * behind: the latest merge base counts. Other repositories count only if the reviewed one's is unknown.
 */
async function mergeBase(
  git: Git,
  root: string,
  commit: string,
  { own, others, config }: Remotes,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const remotes of [own, others, [undefined]]) {
    const bases = new Set<string>();
    for (const remote of remotes.slice(0, mostRemotes)) {
      const trunk = await findDefaultBranch(git, root, remote, signal, config);
      const base = trunk && (await git.tryRun(root, ['merge-base', commit, trunk.commit], { signal }));
      // A commit that has been merged since has no useful merge base.
      if (base !== undefined && base !== commit) bases.add(base);
    }
    if (bases.size < 2) {
      const [base] = bases;
      if (base !== undefined) return base;
      continue;
    }
    const latest = await git.tryRun(root, ['merge-base', '--independent', ...bases], { signal });
    return latest?.split('\n')[0] ?? [...bases][0];
  }
  return undefined;
}

interface Remotes {
  /** Remotes of the reviewed repository. */
  readonly own: readonly string[];
  /** Other remotes, likeliest first. */
  readonly others: readonly string[];
  readonly config: GitConfig;
}

/** The remotes that may have the pull request. */
async function remotesOf(
  git: Git,
  root: string,
  { repository, branch, hosts }: ReviewedFilesRequest,
  signal: AbortSignal,
): Promise<Remotes> {
  const config = await readConfig(git, root, signal);
  const likely = ['upstream', 'origin', branch && config.get(`branch.${branch}.remote`)];
  const all = config.remotes.sort((a, b) => likely.indexOf(b) - likely.indexOf(a)).slice(0, mostRead);
  const names = await Promise.all(
    all.map(async remote => (await repositoryOfRemote(git, root, config, remote, hosts, signal))?.fullName),
  );
  const isOwn = (_: string, index: number): boolean => names[index]?.toLowerCase() === repository.toLowerCase();
  return { own: all.filter(isOwn), others: all.filter((remote, index) => !isOwn(remote, index)), config };
}

/** Removes the diff prefix (`a/`, `b/`) that some services keep. */
function withoutPrefix(path: string): string {
  return path.replace(/^[ab]\/(?=.)/, '');
}
