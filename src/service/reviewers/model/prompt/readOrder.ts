import { isTestPath } from '../../../engine/reviewer.ts';
import type { Detail } from '../code/changedParts.ts';
import { hunksOf, isCut } from '../code/hunks.ts';
import type { FileParts } from './packCalls.ts';
import type { PromptFile } from '../code/promptFile.ts';

const text =
  /\.(?:md|mdx|rst|adoc|txt|json|jsonc|ya?ml|toml|ini|cfg|csv|tsv|xml|svg|html?|css|scss|less|po|lock|snap)$/i;

/** Sorts files by priority: code, tests, then texts and data; the largest first. */
export function readOrder(files: readonly PromptFile[], detail: Detail): FileParts[] {
  const rank = ({ file: { path } }: PromptFile): number => (text.test(path) ? 2 : isTestPath(path) ? 1 : 0);
  return files
    .map(shown => {
      const hunks = hunksOf(shown, detail);
      const size = hunks.reduce((sum, hunk) => sum + hunk.length, 0);
      return { name: shown.name, hunks, isCut: isCut(shown), rank: rank(shown), size };
    })
    .sort((a, b) => a.rank - b.rank || b.size - a.size || (a.name < b.name ? -1 : 1));
}
