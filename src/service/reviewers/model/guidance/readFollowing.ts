import type { GitReader } from '../../../../git/run/git.ts';

const longestAnswer = 64 << 20;

/**
 * Reads text files of a commit, also through symbolic links that stay within it.
 * @returns trimmed texts by path; without those that are missing, blank or binary
 */
export async function readFollowing(
  git: GitReader,
  root: string,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const asked = [...new Set(paths)].filter(path => !/[\n\0]/.test(path));
  const found = new Map<string, string>();
  if (asked.length === 0) return found;
  // One of these names is often a link to another file.
  const args = ['cat-file', '--batch', '--follow-symlinks'];
  const input = asked.map(path => `${commit}:${path}\n`).join('');
  const answer = await git.bytes(root, args, { signal, input, maxBytes: longestAnswer });
  let offset = 0;
  for (const path of asked) {
    const end = answer.indexOf(10, offset);
    if (end < 0) break;
    const header = answer.toString('utf8', offset, end);
    offset = end + 1;
    const [, type, size] = /(?:^| )(\w+) (\d+)$/.exec(header) ?? [];
    if (size === undefined) continue;
    const content = answer.subarray(offset, offset + Number(size));
    offset += content.length + 1;
    const text = content.toString('utf8').trim();
    if (type === 'blob' && text !== '' && !content.subarray(0, 8_000).includes(0)) found.set(path, text);
  }
  return found;
}
