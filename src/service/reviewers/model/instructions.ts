import type { Git } from '../../../git/git.ts';

/** What the repository tells its reviewers. */
export interface Instructions {
  readonly path: string;
  readonly text: string;
  /** Whether only the beginning is taken. */
  readonly isCut: boolean;
}

const paths = ['AGENTS.md', '.github/copilot-instructions.md', 'REVIEW.md'];

/**
 * The first file of review instructions that the repository has. It is read from the merge base, so that a pull request
 * cannot change by what rules it is reviewed.
 * @param longest in characters
 */
export async function readInstructions(
  git: Git,
  root: string,
  mergeBase: string,
  longest: number,
  signal: AbortSignal,
): Promise<Instructions | undefined> {
  for (const path of paths) {
    // One of these names is often a link to another file.
    const args = ['cat-file', '--batch', '--follow-symlinks'];
    const answer = await git.bytes(root, args, { signal, input: `${mergeBase}:${path}\n` });
    const header = answer.toString('utf8', 0, Math.max(0, answer.indexOf(10)));
    const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(header) ?? [];
    if (size === undefined) continue;
    const content = answer.subarray(header.length + 1, header.length + 1 + Number(size));
    const text = content.toString('utf8').trim();
    if (text === '' || content.subarray(0, 8_000).includes(0)) continue;
    return { path, text: text.slice(0, longest), isCut: text.length > longest };
  }
  return undefined;
}
