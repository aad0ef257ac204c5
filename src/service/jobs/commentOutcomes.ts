import { splitGitLines } from '../../core/base/splitLines.ts';
import { mapLines, stripWhitespace } from '../../core/diff/lineMap.ts';
import { readBlobs } from '../../git/content/blobs.ts';
import type { Git } from '../../git/run/git.ts';
import { diffArguments } from './diffArguments.ts';
import type { CompletedResult } from '../engine/messages.ts';
import type { EngineComment } from '../engine/engineComment.ts';
import type { CommentKey, NotedOutcome, Outcome, StoredReview } from '../store/store.ts';

/** The parts of a completed review that outcomes depend on. */
interface Compared {
  readonly head: string;
  readonly result: CompletedResult;
}

/** A comment and its state in the next review; lines from 1. */
interface TrackedComment {
  readonly comment: EngineComment;
  readonly file: FileThen;
  /** The current numbers of its lines; 0 for a removed line. */
  readonly places: readonly number[];
  /** The matching comment of the next review, for these lines or the same code elsewhere. */
  readonly again: EngineComment | undefined;
}

/** A file of the earlier review, and its text in the next. */
interface FileThen {
  readonly path: string;
  /** Undefined if it was deleted. */
  readonly after: readonly string[] | undefined;
  /** Current line by earlier line, both from 0; -1 for a removed line. */
  readonly map: Int32Array;
  /** Its lines, from 1, that the next review did not read because they are in its base too. */
  readonly inBase: ReadonlySet<number>;
}

/**
 * The outcomes of a review's comments at the next review of the same pull request. A comment whose fingerprint changed,
 * because its file was renamed or its occurrence number differs, continues under the new fingerprint.
 * @returns no entry for comments whose earlier file can no longer be read
 */
export async function commentOutcomes(
  git: Git,
  { repository, pr, root }: Pick<StoredReview, 'repository' | 'pr' | 'root'>,
  earlier: Compared,
  later: Compared,
  signal: AbortSignal,
): Promise<NotedOutcome[]> {
  const paths = [...new Set(earlier.result.comments.map(({ path }) => path))];
  if (paths.length === 0) return [];
  const before = await readBlobs(git, root, earlier.head, paths, signal);
  if (before.size === 0) return [];
  const { renamed, added } = await newFiles(git, root, earlier.head, later.head, signal);
  const nowAt = paths.map(path => renamed.get(path) ?? path);
  const { mergeBase } = later.result;
  const isBaseMoved = mergeBase !== earlier.result.mergeBase;
  const [after, base] = await Promise.all([
    readBlobs(git, root, later.head, nowAt, signal),
    isBaseMoved ? readBlobs(git, root, mergeBase, nowAt, signal) : new Map<string, Buffer>(),
  ]);
  const files = new Map(
    paths.flatMap((path, index) => {
      const now = nowAt[index] ?? path;
      const old = before.get(path);
      return old === undefined ? [] : [[path, fileThen(now, old, after.get(now), base.get(now))] as const];
    }),
  );
  const standings = standingsOf(earlier.result.comments, files, later.result.comments, added);
  const fingerprints = new Set(earlier.result.comments.map(({ fingerprint }) => fingerprint));
  return standings.flatMap((standing): NotedOutcome[] => {
    const { comment, again } = standing;
    const outcome = outcomeOf(standing, later.result);
    const key = keyOf({ repository, pr }, comment);
    if (outcome !== 'untouched' || again === undefined || fingerprints.has(again.fingerprint)) return [[key, outcome]];
    return [
      [key, undefined],
      [keyOf({ repository, pr }, again), outcome],
    ];
  });
}

function keyOf(
  pull: Pick<CommentKey, 'repository' | 'pr'>,
  { fingerprint, reviewer, rule_id: rule }: EngineComment,
): CommentKey {
  return { ...pull, fingerprint, reviewer, rule };
}

function fileThen(path: string, before: Buffer, after: Buffer | undefined, base: Buffer | undefined): FileThen {
  if (after === undefined) return { path, after: undefined, map: new Int32Array(), inBase: new Set() };
  const now = splitGitLines(after.toString());
  const kept = base === undefined ? [] : mapLines(splitGitLines(base.toString()), now).lines;
  return {
    path,
    after: now,
    map: mapLines(splitGitLines(before.toString()), now).lines,
    inBase: new Set([...kept].map(at => at + 1)),
  };
}

function standingsOf(
  earlier: readonly EngineComment[],
  files: ReadonlyMap<string, FileThen>,
  later: readonly EngineComment[],
  added: ReadonlySet<string>,
): TrackedComment[] {
  const inPlace = earlier.flatMap((comment): TrackedComment[] => {
    const file = files.get(comment.path);
    if (file === undefined) return [];
    const places = [...file.map.subarray(comment.start_line - 1, comment.end_line)].map(at => at + 1);
    return [{ comment, file, places, again: later.find(each => isSaid(comment, file, places, placeOf(each))) }];
  });
  const known = new Set(inPlace.map(({ again }) => again));
  return inPlace.map(standing => {
    if (standing.again !== undefined) return standing;
    const { comment, file } = standing;
    // git takes a small file that was renamed and edited for a new one.
    const isThere = (path: string): boolean => (file.after === undefined ? added.has(path) : path === file.path);
    const again = later.find(
      each => !known.has(each) && each.rule_id === comment.rule_id && isThere(each.path) && isSameCode(each, comment),
    );
    known.add(again);
    return { ...standing, again };
  });
}

function outcomeOf({ comment, file, places, again }: TrackedComment, later: CompletedResult): Outcome {
  const { start_line: start, end_line: end, suggested_code: suggested } = comment;
  if (file.after === undefined) return again === undefined ? 'changed' : 'untouched';
  const isSaidStill = again !== undefined || isSaidUnseen(comment, file, places, later);
  if (places.every((line, index) => line > 0 && line === (places[0] ?? 0) + index))
    return isSaidStill || !wouldBeSaidAgain(comment, file, places, later) ? 'untouched' : 'changed';
  const present = file.after.slice(...linesInPlaceOf(file.map, start - 1, end, file.after.length));
  // Lines that the suggestion deletes may only have moved.
  const isFixed = suggested !== undefined && isThere(suggested, present) && !(suggested === '' && isSaidStill);
  if (isFixed) return 'applied';
  return isSaidStill ? 'untouched' : 'changed';
}

/** Lines of a file, from 1, that a rule reports. */
interface Said {
  readonly path: string;
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

function placeOf({ path, rule_id: rule, start_line: start, end_line: end }: EngineComment): Said {
  return { path, rule, start, end };
}

function isSaid({ rule_id }: EngineComment, file: FileThen, places: readonly number[], said: Said): boolean {
  return (
    said.path === file.path && said.rule === rule_id && places.some(line => said.start <= line && line <= said.end)
  );
}

/** Whether it was found again but not shown, as a repetition or a duplicate. */
function isSaidUnseen(
  comment: EngineComment,
  file: FileThen,
  places: readonly number[],
  { memory }: CompletedResult,
): boolean {
  return (memory?.findings ?? []).some(({ path, rule, range: { startLine: start, endLine: end } }) =>
    isSaid(comment, file, places, { path, rule, start, end }),
  );
}

function isSameCode(a: EngineComment, b: EngineComment): boolean {
  return stripWhitespace(a.existing_code) === stripWhitespace(b.existing_code);
}

/**
 * Whether an unchanged problem would be reported again, so that its absence means that it was solved elsewhere, as when
 * an unused import is used now. Models do not repeat reliably, and lines of the base are not read.
 */
function wouldBeSaidAgain(
  { reviewer }: EngineComment,
  { path, inBase }: FileThen,
  places: readonly number[],
  { reports, reviewed }: CompletedResult,
): boolean {
  const report = reports.find(each => each.reviewer === reviewer);
  const isLookedAt = report?.status === 'ok' && reviewed.includes(path) && !places.every(line => inBase.has(line));
  return reviewer !== 'model' && isLookedAt;
}

/** The current lines between the neighbours of the earlier lines `start` to `end`; all from 0, ends exclusive. */
function linesInPlaceOf(map: Int32Array, start: number, end: number, length: number): [number, number] {
  let above = start - 1;
  while (above >= 0 && (map[above] ?? -1) < 0) above--;
  let below = end;
  while (below < map.length && (map[below] ?? -1) < 0) below++;
  return [above < 0 ? 0 : (map[above] ?? -1) + 1, below < map.length ? (map[below] ?? length) : length];
}

function isThere(suggested: string, present: readonly string[]): boolean {
  const wanted = suggested === '' ? [] : suggested.split('\n').map(stripWhitespace);
  const found = present.map(stripWhitespace);
  if (wanted.length === 0) return found.length === 0;
  return found.some((_, at) => wanted.every((line, index) => found[at + index] === line));
}

/** The renamed files, old path to new path, and the paths of the added ones. */
async function newFiles(
  git: Git,
  root: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<{ readonly renamed: ReadonlyMap<string, string>; readonly added: ReadonlySet<string> }> {
  const fields = (
    await git.run(root, [...diffArguments('AR'), '--name-status', '-z', from, to, '--'], { signal })
  ).split('\0');
  const renamed = new Map<string, string>();
  const added = new Set<string>();
  for (let at = 0; at + 1 < fields.length;) {
    const [status = '', path = '', now = ''] = fields.slice(at, at + 3);
    const isRenamed = status.startsWith('R');
    if (isRenamed) renamed.set(path, now);
    else added.add(path);
    at += isRenamed ? 3 : 2;
  }
  return { renamed, added };
}
