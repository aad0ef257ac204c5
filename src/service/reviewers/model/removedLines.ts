import type { Git } from '../../../git/git.ts';
import { commitPatch } from '../../engine/commitDiff.ts';

/** Lines that are no longer there, by the number in the new file of the line that they stood in front of. */
export type RemovedLines = ReadonlyMap<number, readonly string[]>;

const patch = [...commitPatch('MR'), '-w'];

/** What a change took away, by the path of the new file. @throws CodeReviewError of kind `git` */
export async function readRemovedLines(
  git: Git,
  root: string,
  range: { readonly mergeBase: string; readonly head: string },
  signal: AbortSignal,
): Promise<Map<string, RemovedLines>> {
  return parseRemovedLines(await git.run(root, [...patch, range.mergeBase, range.head, '--'], { signal }));
}

/** Reads the output of `git diff -U0`. Files with a quoted name are passed over. */
export function parseRemovedLines(output: string): Map<string, RemovedLines> {
  const files = new Map<string, RemovedLines>();
  let removed = new Map<number, string[]>();
  let at = 0;
  let oldLeft = 0;
  let newLeft = 0;
  for (const line of output.split('\n')) {
    // Inside a hunk a line is content, whatever it looks like.
    if (oldLeft > 0 && line.startsWith('-')) {
      const text = line.slice(1).replace(/\r$/, '');
      const before = removed.get(at);
      if (before === undefined) removed.set(at, [text]);
      else before.push(text);
      oldLeft--;
    } else if (newLeft > 0 && line.startsWith('+')) newLeft--;
    else if (line.startsWith('+++ b/')) {
      removed = new Map();
      files.set(line.slice('+++ b/'.length).replace(/\t$/, ''), removed);
    } else if (line.startsWith('+++ ')) removed = new Map();
    else {
      const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (hunk === null) continue;
      oldLeft = Number(hunk[1] ?? 1);
      newLeft = Number(hunk[3] ?? 1);
      // A hunk without new lines names the line that is in front of it.
      at = Number(hunk[2]) + (newLeft === 0 ? 1 : 0);
    }
  }
  return files;
}
