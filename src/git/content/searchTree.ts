import { CodeReviewError } from '../../core/base/errors.ts';
import type { GitReader } from '../run/git.ts';

/** A line of a file in a tree. */
export interface TreeLine {
  /** Relative to the top of the tree, with `/`. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Bounds of one search. */
const mostBytes = 8 << 20;
const timeoutMs = 20_000;
/** Longest line that is looked at, in characters: a longer one was not written by a person. */
const longestLine = 1_000;

const name = /^[A-Za-z_$][\w$]*$/;

// The repository's and the user's settings must not change the format, and nothing may be fetched for a search.
const search = [
  ['grep', '-z', '-n', '-w', '-I', '-E', '--no-color', '--no-column', '--no-heading', '--no-break', '--full-name'],
  ['--no-recurse-submodules', '--no-textconv', '-e'],
].flat();
const offline = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_LITERAL_PATHSPECS: '0' };

/**
 * Finds the lines of a tree's text files that have one of these names as a word. Stops after the first 8 MB or 20 s, and
 * reads nothing that would have to be fetched.
 * @param tree full hash of a commit or a tree
 * @param names identifiers; others are not looked for
 * @param endings of the files to search, without a dot
 * @returns in the order of paths; what was found before it stopped
 * @throws CodeReviewError of kind `cancelled`
 */
export async function searchTree(
  git: GitReader,
  root: string,
  tree: string,
  names: readonly string[],
  endings: readonly string[],
  signal: AbortSignal,
): Promise<TreeLine[]> {
  const wanted = names.filter(each => name.test(each)).map(each => each.replaceAll('$', '\\$'));
  const paths = endings.filter(each => /^\w+$/.test(each)).map(each => `*.${each}`);
  if (wanted.length === 0 || paths.length === 0) return [];
  const chunks: Buffer[] = [];
  const onChunk = (chunk: Buffer): Promise<void> => Promise.resolve(void chunks.push(chunk));
  const options = { signal, maxBytes: mostBytes, timeoutMs, env: offline };
  try {
    await git.stream(root, [...search, wanted.join('|'), tree, '--', ...paths], options, onChunk);
  } catch (error) {
    // It also ends with a failure where there are none.
    if (!CodeReviewError.is(error, 'git')) throw error;
  }
  return parse(Buffer.concat(chunks).toString('utf8'), tree);
}

/** Parses `TREE:PATH NUL LINE NUL TEXT LF`; the last entry may be cut. */
function parse(output: string, tree: string): TreeLine[] {
  const found: TreeLine[] = [];
  for (let at = 0; at < output.length;) {
    const afterPath = output.indexOf('\0', at);
    const afterLine = afterPath < 0 ? -1 : output.indexOf('\0', afterPath + 1);
    const end = afterLine < 0 ? -1 : output.indexOf('\n', afterLine + 1);
    if (end < 0) break;
    const path = output.slice(at + tree.length + 1, afterPath);
    const line = Number(output.slice(afterPath + 1, afterLine));
    if (end - afterLine <= longestLine) found.push({ path, line, text: output.slice(afterLine + 1, end) });
    at = end + 1;
  }
  return found;
}
