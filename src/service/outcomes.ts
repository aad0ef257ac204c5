import { mapLines, withoutSpacing } from '../core/lineMap.ts';
import { readBlobs } from '../git/blobs.ts';
import type { Git } from '../git/git.ts';
import type { EngineComment, EngineResult } from './engine/messages.ts';
import type { CommentKey, Outcome, StoredReview } from './store.ts';

type CompletedResult = Extract<EngineResult, { status: 'completed' }>;

/** A completed review as far as it is compared with another. */
interface Compared {
  readonly head: string;
  readonly result: CompletedResult;
}

/**
 * What became of the comments of a review by the next one of the same pull request (review-engine.md 3.3).
 * @returns nothing for comments whose file can no longer be read as it was
 */
export async function outcomesOf(
  git: Git,
  { repository, pr, root }: Pick<StoredReview, 'repository' | 'pr' | 'root'>,
  earlier: Compared,
  later: Compared,
  signal: AbortSignal,
): Promise<(readonly [CommentKey, Outcome])[]> {
  const paths = [...new Set(earlier.result.comments.map(({ path }) => path))];
  if (paths.length === 0) return [];
  const before = await readBlobs(git, root, earlier.head, paths, signal);
  if (before.size === 0) return [];
  const renamed = await renamedFiles(git, root, earlier.head, later.head, signal);
  const nowAt = (path: string): string => renamed.get(path) ?? path;
  const after = await readBlobs(git, root, later.head, paths.map(nowAt), signal);
  const outcomes: (readonly [CommentKey, Outcome])[] = [];
  for (const path of paths) {
    const old = before.get(path);
    if (old === undefined) continue;
    const now = after.get(nowAt(path));
    const decide =
      now === undefined ? (): Outcome => 'changed' : outcomeIn(linesOf(old), linesOf(now), nowAt(path), later.result);
    for (const comment of earlier.result.comments) {
      if (comment.path !== path) continue;
      const { fingerprint, reviewer, rule_id: rule } = comment;
      outcomes.push([{ repository, pr, fingerprint, reviewer, rule }, decide(comment)]);
    }
  }
  return outcomes;
}

/** @param path of the file as it is now */
function outcomeIn(
  before: readonly string[],
  after: readonly string[],
  path: string,
  later: CompletedResult,
): (comment: EngineComment) => Outcome {
  const { lines } = mapLines(before, after);
  return comment => {
    const { start_line: start, end_line: end, suggested_code: suggested } = comment;
    // Lines from 1 here, from 0 in the map; 0 is a line that is gone.
    const places = [...lines.subarray(start - 1, end)].map(line => line + 1);
    const isSaidStill = later.comments.some(
      each =>
        each.path === path &&
        each.rule_id === comment.rule_id &&
        places.some(line => each.start_line <= line && line <= each.end_line),
    );
    if (places.every((line, index) => line > 0 && line === (places[0] ?? 0) + index)) {
      return isSaidStill || !wouldBeSaidAgain(comment, path, later) ? 'untouched' : 'changed';
    }
    if (
      suggested !== undefined &&
      isThere(suggested, after.slice(...linesInPlaceOf(lines, start - 1, end, after.length)))
    )
      return 'applied';
    return isSaidStill ? 'untouched' : 'changed';
  };
}

/**
 * Whether a problem that was left as it is would be said again: then its cause went away elsewhere, as where an unused
 * import is used now. What a model does not repeat may well be there still.
 */
function wouldBeSaidAgain({ reviewer }: EngineComment, path: string, { reports, reviewed }: CompletedResult): boolean {
  const report = reports.find(each => each.reviewer === reviewer);
  return reviewer !== 'model' && report?.status === 'ok' && reviewed.includes(path);
}

/** The lines that now stand between what stood before and after the lines `start` to `end`; all from 0, ends excluded. */
function linesInPlaceOf(map: Int32Array, start: number, end: number, length: number): [number, number] {
  let above = start - 1;
  while (above >= 0 && (map[above] ?? -1) < 0) above--;
  let below = end;
  while (below < map.length && (map[below] ?? -1) < 0) below++;
  return [above < 0 ? 0 : (map[above] ?? -1) + 1, below < map.length ? (map[below] ?? length) : length];
}

function isThere(suggested: string, present: readonly string[]): boolean {
  const wanted = suggested === '' ? [] : suggested.split('\n').map(withoutSpacing);
  const found = present.map(withoutSpacing);
  if (wanted.length === 0) return found.length === 0;
  return found.some((_, at) => wanted.every((line, index) => found[at + index] === line));
}

/** Old path to new path. */
async function renamedFiles(
  git: Git,
  root: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const args = [
    'diff',
    '--no-ext-diff',
    '--no-textconv',
    '-M',
    '--diff-filter=R',
    '--name-status',
    '-z',
    from,
    to,
    '--',
  ];
  const fields = (await git.run(root, args, { signal })).split('\0');
  const renamed = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) renamed.set(fields[at + 1] ?? '', fields[at + 2] ?? '');
  return renamed;
}

function linesOf(content: Buffer): string[] {
  return content
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/);
}
