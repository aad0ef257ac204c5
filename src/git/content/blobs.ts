import type { GitReader } from '../run/git.ts';

const longestAnswer = 256 << 20;

/**
 * Reads files of a commit in one run of git.
 * @param commit full hash
 * @returns contents by path; paths that are invalid or not in the commit are absent
 */
export async function readBlobs(
  git: GitReader,
  root: string,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Buffer>> {
  // One name per line, so a path with a line break cannot be requested.
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
