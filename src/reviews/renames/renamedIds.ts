import { findingFingerprint } from '../../api/embedded/findingFingerprint.ts';
import { Slices } from '../../core/base/slices.ts';
import { splitGitLines } from '../../core/base/splitLines.ts';
import { stripWhitespace } from '../../core/diff/lineMap.ts';
import type { ReviewComment } from '../../core/review/review.ts';
import type { Rename } from '../store/renames.ts';

/** More than the lines of a few hundred files for a dozen rules. */
const mostTried = 500_000;

/**
 * Finds the ids that findings in renamed files had before. They are hashes of rule, path and line: an id that a line of
 * the file gives with its present path is, with its former one, what it was. Those of other services stay unknown.
 * @param comments of both reviews, whose rules are tried
 * @param textOf the text of a file as the later review has read it
 */
export async function renamedIds(
  paths: readonly Rename[],
  comments: readonly ReviewComment[],
  textOf: (path: string) => string | undefined,
): Promise<Rename[]> {
  const told = new Set(comments.flatMap(({ members = [] }) => members));
  const rules = new Set(comments.flatMap(({ members, rule }) => (members === undefined ? [] : (rule ?? []))));
  const found: Rename[] = [];
  const slices = new Slices();
  let tried = 0;
  for (const [now, before] of paths) {
    const lines = new Set(splitGitLines(textOf(now) ?? '').map(stripWhitespace));
    for (const rule of rules) {
      for (const line of lines) {
        if (++tried > mostTried) return found;
        for (let turn = 0, id: string; told.has((id = findingFingerprint(rule, now, line, turn))); turn++)
          found.push([id, findingFingerprint(rule, before, line, turn)]);
        if (slices.isUsedUp) await slices.rest();
      }
    }
  }
  return found;
}
