import type { GitReader } from '../../../git/run/git.ts';

/** Longest list of objects, in bytes. */
const longestList = 512 << 20;
const longestMilliseconds = 300_000;

/**
 * The blobs that a review may read and that a partial mirror does not have: all of the head's tree, and the earlier
 * contents of the changed files.
 * @param base the merge base, or what the head is compared with
 * @returns full hashes
 */
export async function missingBlobs(
  git: GitReader,
  root: string,
  { base, head }: { readonly base: string; readonly head: string },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const options = { signal, maxBytes: longestList, timeoutMs: longestMilliseconds };
  const missingIn = async (commit: string): Promise<string[]> => {
    const list = ['rev-list', '--objects', '--no-walk', '--no-object-names', '--missing=print', commit, '--'];
    const missing: string[] = [];
    let rest = '';
    await git.stream(root, list, options, chunk => {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('?')) missing.push(line.slice(1));
      return Promise.resolve();
    });
    return missing;
  };
  const missing = new Set(await missingIn(head));
  const absentBefore = await missingIn(base);
  if (absentBefore.length > 0) {
    const changed = await earlierBlobs(git, root, base, head, options);
    for (const id of absentBefore) if (changed.has(id)) missing.add(id);
  }
  return missing;
}

/** The blobs of the files that a change edits or deletes, as they were. */
async function earlierBlobs(
  git: GitReader,
  root: string,
  base: string,
  head: string,
  options: Parameters<GitReader['bytes']>[2],
): Promise<ReadonlySet<string>> {
  const list = ['diff-tree', '-r', '--raw', '-z', '--no-abbrev', '--no-renames', base, head, '--'];
  const fields = (await git.bytes(root, list, options)).toString('latin1').split('\0');
  return new Set(fields.flatMap(field => /^:\d+ \d+ ([0-9a-f]+) /.exec(field)?.[1] ?? []));
}
