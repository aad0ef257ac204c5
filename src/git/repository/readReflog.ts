import type { Git } from '../run/git.ts';

/** What moved a ref, and the commit that it was moved to. */
export interface ReflogEntry {
  readonly commit: string;
  /** Such as `commit: Fix the total`, or `update by push` */
  readonly message: string;
}

const longest = 1 << 20;

/** Reads the reflog of a ref by its full name, the latest entry first; empty where there is none or it is very long. */
export async function readReflog(
  git: Git,
  root: string,
  ref: string,
  signal: AbortSignal,
): Promise<readonly ReflogEntry[]> {
  const args = ['reflog', 'show', '--format=%H %gs', ref, '--'];
  const listed = await git.tryRun(root, args, { signal, maxBytes: longest });
  return (listed ?? '').split('\n').flatMap(line => {
    const space = line.indexOf(' ');
    return space < 0 ? [] : [{ commit: line.slice(0, space), message: line.slice(space + 1) }];
  });
}
