import type { Git } from '../../../../git/run/git.ts';
import { redactSecrets } from '../code/redactSecrets.ts';

/** The review instructions of a repository. */
export interface Instructions {
  readonly path: string;
  /** Secrets are redacted. */
  readonly text: string;
  /** Whether only the beginning is included. */
  readonly isCut: boolean;
}

/** How many more characters to search for secrets than are shown: a truncated secret would not be found. */
const longestSecret = 4_000;
const paths = ['AGENTS.md', '.github/copilot-instructions.md', 'REVIEW.md'];

/**
 * Reads the first file of review instructions, at the merge base, so that a pull request cannot change its own
 * instructions.
 * @param longest in characters
 */
export async function readInstructions(
  git: Git,
  root: string,
  mergeBase: string,
  longest: number,
  signal: AbortSignal,
): Promise<Instructions | undefined> {
  // One of these names is often a link to another file.
  const args = ['cat-file', '--batch', '--follow-symlinks'];
  const input = paths.map(path => `${mergeBase}:${path}\n`).join('');
  const answer = await git.bytes(root, args, { signal, input });
  let offset = 0;
  for (const path of paths) {
    const end = answer.indexOf(10, offset);
    if (end < 0) return undefined;
    const header = answer.toString('utf8', offset, end);
    offset = end + 1;
    const [, type, size] = /(?:^| )(\w+) (\d+)$/.exec(header) ?? [];
    if (size === undefined) continue;
    const content = answer.subarray(offset, offset + Number(size));
    offset += content.length + 1;
    const text = content.toString('utf8').trim();
    if (type !== 'blob' || text === '' || content.subarray(0, 8_000).includes(0)) continue;
    const clean = redactSecrets(path, text.slice(0, longest + longestSecret));
    return { path, text: clean.slice(0, longest), isCut: clean.length > longest };
  }
  return undefined;
}
