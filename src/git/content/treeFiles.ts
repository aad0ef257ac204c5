import type { GitOptions, GitReader } from '../run/git.ts';

/** Lists what a commit has but folders; see `filesOfTree` and `linksOfTree`. @throws CodeReviewError of kind `git` */
export function listTree(git: GitReader, root: string, commit: string, options: GitOptions): Promise<Buffer> {
  return git.bytes(root, ['ls-tree', '-r', '-z', '--full-tree', commit], options);
}

/** Parses a list of `MODE TYPE ID<TAB>PATH`, one file a step: a list may be long. @returns paths with the ids of their blobs */
export function* filesOfTree(listed: Buffer): Generator<readonly [path: string, id: string]> {
  for (const { mode, id, path } of entriesOfTree(listed)) if (mode.startsWith('100')) yield [path, id];
}

/** The paths of the links and submodules in such a list. */
export function* linksOfTree(listed: Buffer): Generator<string> {
  for (const { mode, path } of entriesOfTree(listed)) if (!mode.startsWith('100')) yield path;
}

function* entriesOfTree(
  listed: Buffer,
): Generator<{ readonly mode: string; readonly id: string; readonly path: string }> {
  for (let at = 0; at < listed.length;) {
    const end = listed.indexOf(0, at);
    const entry = listed.toString('utf8', at, end < 0 ? listed.length : end);
    at = end < 0 ? listed.length : end + 1;
    const tab = entry.indexOf('\t');
    const [mode = '', , id = ''] = entry.slice(0, tab).split(' ');
    yield { mode, id, path: entry.slice(tab + 1) };
  }
}
