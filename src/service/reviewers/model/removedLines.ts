import type { Git } from '../../../git/git.ts';
import { parseChanges, type LineChanges } from '../../engine/addedLines.ts';
import { commitPatch } from '../../engine/commitDiff.ts';

const patch = [...commitPatch('MR'), '-w'];

/** What a change took away, by the path of the new file. @throws CodeReviewError of kind `git` */
export async function readRemovedLines(
  git: Git,
  root: string,
  range: { readonly mergeBase: string; readonly head: string },
  signal: AbortSignal,
): Promise<Map<string, LineChanges['removed']>> {
  const changes = parseChanges(await git.run(root, [...patch, range.mergeBase, range.head, '--'], { signal }));
  return new Map([...changes].map(([path, { removed }]) => [path, removed]));
}
