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
    await forEach(git, root, list, '\n', options, line => {
      if (line.startsWith('?')) missing.push(line.slice(1));
    });
    return missing;
  };
  const missing = new Set(await missingIn(head));
  const absentBefore = new Set(await missingIn(base));
  if (absentBefore.size === 0) return missing;
  // The blobs of the files that the change edits or deletes, as they were.
  const list = ['diff-tree', '-r', '--raw', '-z', '--no-abbrev', '--no-renames', '--diff-filter=a', base, head, '--'];
  await forEach(git, root, list, '\0', options, field => {
    const id = /^:\d+ \d+ ([0-9a-f]+) /.exec(field)?.[1] ?? '';
    if (absentBefore.has(id)) missing.add(id);
  });
  return missing;
}

/** Runs git and calls `use` with each part of its output that ends with the separator; keeps none of them. */
async function forEach(
  git: GitReader,
  root: string,
  args: readonly string[],
  separator: '\n' | '\0',
  options: { readonly signal: AbortSignal; readonly maxBytes: number; readonly timeoutMs: number },
  use: (part: string) => void,
): Promise<void> {
  let rest = '';
  await git.stream(root, args, options, chunk => {
    const parts = (rest + chunk.toString('latin1')).split(separator);
    rest = parts.pop() ?? '';
    for (const part of parts) use(part);
    return Promise.resolve();
  });
}
