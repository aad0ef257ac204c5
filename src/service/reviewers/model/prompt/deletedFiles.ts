import { CodeReviewError } from '../../../../core/base/errors.ts';
import { readBlobs } from '../../../../git/content/blobs.ts';
import type { GitReader } from '../../../../git/run/git.ts';
import { decodeFile } from '../../../engine/diff/decodeFile.ts';
import { unreviewedPath } from '../../../engine/diff/excludedFiles.ts';
import { isTestPath } from '../../../engine/reviewer.ts';
import { numbered } from '../code/hunks.ts';
import { isNotBlank, toPromptFile } from '../code/promptFile.ts';

const mostFiles = 30;
/** Longest file that is read, in characters, and most lines of it that are shown. */
const longestFile = 200_000;
const mostLines = 400;

/**
 * The files that a change deletes, each as a section of a prompt, without secrets; code comes first, then tests. Renamed
 * files are not among them.
 */
export async function readDeletedFiles(
  git: GitReader,
  root: string,
  { mergeBase, head }: { readonly mergeBase: string; readonly head: string },
  signal: AbortSignal,
): Promise<string[]> {
  const list = ['diff-tree', '-r', '-z', '--name-only', '--diff-filter=D', '-M', '-l1000', mergeBase, head, '--'];
  try {
    const names = (await git.run(root, list, { signal })).split('\0').filter(isNotBlank);
    const paths = names
      .filter(path => unreviewedPath(path) === undefined)
      .sort((a, b) => Number(isTestPath(a)) - Number(isTestPath(b)))
      .slice(0, mostFiles);
    const blobs = await readBlobs(git, root, mergeBase, paths, signal);
    return paths.flatMap(path => {
      const bytes = blobs.get(path);
      const text = bytes === undefined || bytes.length > longestFile ? undefined : decodeFile(bytes, path);
      return text === undefined ? [] : [sectionOf(path, text)];
    });
  } catch (error) {
    if (!CodeReviewError.is(error, 'git')) throw error;
    return [];
  }
}

function sectionOf(path: string, text: string): string {
  const { name, lines } = toPromptFile({ path, text, lines: text.split(/\r?\n/), added: new Set() });
  const shown = lines.slice(0, mostLines).map((line, index) => numbered(index + 1, '-', line));
  return [`Deleted file ${name}:`, ...shown, ...(lines.length > mostLines ? ['      …'] : [])].join('\n');
}
