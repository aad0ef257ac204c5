import type { Git } from '../run/git.ts';

const longestAnswer = 256 << 20;

/**
 * The contents of files as they are in a commit, in one run.
 * @param commit full hash
 * @returns by path; files that are not in the commit, and paths that cannot be asked for, are absent
 */
export async function readBlobs(
  git: Git,
  root: string,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Buffer>> {
  // One name a line: a path with a line break cannot be asked for in this way.
  const asked = paths.filter(path => path !== '' && !/[\n\0]/.test(path));
  const found = new Map<string, Buffer>();
  if (asked.length === 0) return found;
  const input = asked.map(path => `${commit}:${path}\n`).join('');
  const answer = await git.bytes(root, ['cat-file', '--batch'], { signal, input, maxBytes: longestAnswer });
  let offset = 0;
  for (const path of asked) {
    const end = answer.indexOf(10, offset);
    if (end < 0) break;
    const header = answer.toString('utf8', offset, end);
    offset = end + 1;
    const [, type, size] = / (\w+) (\d+)$/.exec(header) ?? [];
    if (size === undefined) continue;
    const next = offset + Number(size);
    if (type === 'blob') found.set(path, answer.subarray(offset, next));
    offset = next + 1;
  }
  return found;
}
