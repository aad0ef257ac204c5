import { Slices } from '../../core/base/slices.ts';
import type { ReviewComment } from '../../core/review/review.ts';
import { readBlobs } from '../../git/content/blobs.ts';
import { renamesBetween } from '../../git/content/commitFacts.ts';
import { isFullHash } from '../../git/repository/workingCopy.ts';
import type { Git } from '../../git/run/git.ts';
import { beforeRenames } from '../current/formerComments.ts';
import { comparedWith, completedBefore, seriesKey } from '../current/reviewSeries.ts';
import type { RenamedFindings } from '../decisions/carriedDecisions.ts';
import { keysOf, prepareFingerprints } from '../decisions/fingerprint.ts';
import { mostRenames, type Rename, type Renames } from '../store/renames.ts';
import { commitOf, isSettled, type ReviewRecord, type SettledRecord } from '../store/reviewRecord.ts';
import { renamedIds } from './renamedIds.ts';

/** What `followRenames` needs. */
export interface FollowParts {
  readonly git: Git;
  /** Keeps decisions about findings for what these are known by now, see `DecisionStore.carry`. */
  readonly carry: (record: SettledRecord, renamed: RenamedFindings) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Has the decisions about findings go on where a review that has just ended finds their files renamed. Git is asked only
 * where an earlier review has comments in files that this one has none in, and the other way round.
 * @param records all known reviews of the working copy
 * @returns what was renamed since the review that it is compared with; undefined for nothing, and where git fails
 * @throws CodeReviewError of kind `cancelled`
 */
export async function followRenames(
  { git, carry, onError }: FollowParts,
  record: SettledRecord,
  records: readonly ReviewRecord[],
  signal: AbortSignal,
): Promise<Renames | undefined> {
  const { compared, all } = earlierReviews(record, records);
  let sinceCompared: Renames | undefined;
  try {
    for (const earlier of all) {
      const renamed = await renamesSince(git, earlier, record, signal);
      if (renamed === undefined) continue;
      if (earlier === compared) sinceCompared = renamed;
      await carry(record, await renamedFindings(record, renamed));
    }
  } catch (error) {
    if (signal.aborted) throw error;
    onError(error);
  }
  return sinceCompared;
}

/** The review that one is compared with, and that of its branch before it, whatever that is about; the latest first. */
function earlierReviews(
  record: SettledRecord,
  records: readonly ReviewRecord[],
): { readonly compared: SettledRecord | undefined; readonly all: readonly SettledRecord[] } {
  const { subject } = record;
  const key = seriesKey(subject);
  const latestFirst = records.filter(isSettled).sort((a, b) => b.triggeredAt - a.triggeredAt);
  const isOfBranch = (other: SettledRecord): boolean =>
    other.subject.root === subject.root && other.subject.branch === subject.branch;
  const series = latestFirst.filter(other => seriesKey(other.subject) === key);
  const compared = comparedWith({ key, subject, records: series }, record);
  const [latest] = completedBefore({ records: latestFirst.filter(isOfBranch) }, record);
  return { compared, all: [...new Set([latest, compared])].filter(each => each !== undefined) };
}

async function renamesSince(
  git: Git,
  earlier: SettledRecord,
  later: SettledRecord,
  signal: AbortSignal,
): Promise<Renames | undefined> {
  const { root } = later.subject;
  const [before, after] = [commitOf(earlier), commitOf(later)];
  if (root === undefined || before === undefined || after === undefined) return undefined;
  const comments = [...(earlier.review.comments ?? []), ...(later.review.comments ?? [])];
  const [then, now] = [pathsOf(earlier), pathsOf(later)];
  if (isWithin(then, now) || isWithin(now, then)) return undefined;
  const found = await renamesBetween(git, root, before, after, signal);
  const paths = [...found].filter(([path]) => now.has(path)).slice(0, mostRenames);
  if (paths.length === 0) return undefined;
  const ids = isFullHash(after) ? await idsIn(git, root, after, paths, comments, signal) : [];
  return { paths, ids: ids.slice(0, mostRenames) };
}

async function idsIn(
  git: Git,
  root: string,
  commit: string,
  paths: readonly Rename[],
  comments: readonly ReviewComment[],
  signal: AbortSignal,
): Promise<readonly Rename[]> {
  const told = comments.filter(({ members }) => members !== undefined);
  if (told.length === 0) return [];
  const ids = new Set(told.flatMap(({ members = [] }) => members));
  const rules = new Set(told.flatMap(({ rule }) => rule ?? []));
  const names = paths.map(([now]) => now);
  const files = await readBlobs(git, root, commit, names, signal);
  return renamedIds(paths, { ids, rules }, path => files.get(path)?.toString());
}

async function renamedFindings({ review }: SettledRecord, renamed: Renames): Promise<RenamedFindings> {
  const { comments = [] } = review;
  const formerly = beforeRenames(comments, renamed);
  const slices = new Slices();
  for (const each of [comments, formerly]) await prepareFingerprints(each, slices);
  const former = keysOf(formerly);
  const keys = keysOf(comments).flatMap((key, index): Rename[] => {
    const before = former[index] ?? key;
    return before === key ? [] : [[key, before]];
  });
  return { keys: new Map(keys), ids: new Map(renamed.ids) };
}

/** The files that the comments of a review are about. */
function pathsOf({ review }: SettledRecord): ReadonlySet<string> {
  const { comments = [] } = review;
  return new Set(comments.flatMap(({ path, related = [] }) => [path ?? [], related.map(each => each.path)].flat()));
}

function isWithin(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].every(each => others.has(each));
}
