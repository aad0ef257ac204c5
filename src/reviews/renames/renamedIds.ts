import { findingFingerprint } from '../../api/embedded/findingFingerprint.ts';
import { Slices } from '../../core/base/slices.ts';
import { splitGitLines } from '../../core/base/splitLines.ts';
import { stripWhitespace } from '../../core/diff/lineMap.ts';
import type { Rename } from '../store/renames.ts';

/** More than the lines of a few hundred files for a dozen rules. */
const mostTried = 500_000;

/**
 * Finds the other ids of findings in renamed files. An id is a hash of rule, path and line: where a line of the file gives
 * a known one with its first path, it gives the other one with its second. Those of other services stay unknown.
 * @param paths with the path that the known ids are of first
 * @param textOf the text of a file by its first path
 */
export async function renamedIds(
  paths: readonly Rename[],
  known: { readonly ids: ReadonlySet<string>; readonly rules: ReadonlySet<string> },
  textOf: (path: string) => string | undefined,
): Promise<Rename[]> {
  const found: Rename[] = [];
  const slices = new Slices();
  let tried = 0;
  for (const [path, other] of paths) {
    const lines = new Set(splitGitLines(textOf(path) ?? '').map(stripWhitespace));
    for (const rule of known.rules) {
      for (const line of lines) {
        if (++tried > mostTried) return found;
        for (let turn = 0, id: string; known.ids.has((id = findingFingerprint(rule, path, line, turn))); turn++)
          found.push([id, findingFingerprint(rule, other, line, turn)]);
        if (slices.isUsedUp) await slices.rest();
      }
    }
  }
  return found;
}
