import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { safePath } from '../../../../core/system/safePath.ts';
import { readBlobs } from '../../../../git/content/blobs.ts';
import type { Git } from '../../../../git/run/git.ts';
import { isInside } from '../formats/repositoryPath.ts';
import { linkPackages } from './linkPackages.ts';
import { ToolFailure } from '../toolFailure.ts';

const mostFiles = 100_000;
const mostBytes = 512 << 20;
const bytesPerRead = 32 << 20;

interface TreeEntry {
  readonly mode: string;
  readonly size: number;
  readonly path: string;
}

/**
 * Writes a commit's files into an empty folder, from git's objects: does not touch the index or the working tree, and
 * runs no filter. Links installed packages from the working tree.
 * @throws ToolFailure if the tree is too large, CodeReviewError of kind `git` or `cancelled`
 */
export async function exportTree(
  git: Git,
  root: string,
  commit: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const listing = await git.run(root, ['ls-tree', '-r', '-z', '-l', '--full-tree', commit], { signal });
  const entries = parseListing(listing);
  const size = entries.reduce((sum, each) => sum + each.size, 0);
  if (entries.length > mostFiles || size > mostBytes) throw new ToolFailure('the repository is too large for a copy');
  const links: [file: string, target: string][] = [];
  for (const batch of batchesOf(entries)) {
    const paths = batch.map(each => each.path);
    const contents = await readBlobs(git, root, commit, paths, signal);
    for (const { mode, path: name } of batch) {
      const content = contents.get(name);
      if (content === undefined) continue;
      if (mode === '120000') links.push([path.join(folder, name), content.toString('utf8')]);
      else await write(path.join(folder, name), content, mode === '100755');
    }
  }
  // Links come last, so that no file is written through one.
  for (const [file, target] of links) await link(folder, file, target);
  await linkPackages(
    root,
    folder,
    entries.map(each => each.path),
  );
}

function parseListing(listing: string): TreeEntry[] {
  return listing.split('\0').flatMap(line => {
    const tab = line.indexOf('\t');
    const [mode = '', type, , size] = line.slice(0, Math.max(0, tab)).split(/ +/);
    const name = line.slice(tab + 1);
    // A tree may contain names that git would not check out.
    return type === 'blob' && safePath(name) === name ? [{ mode, size: Number(size), path: name }] : [];
  });
}

function batchesOf(entries: readonly TreeEntry[]): TreeEntry[][] {
  const batches: TreeEntry[][] = [];
  let size = bytesPerRead;
  for (const entry of entries) {
    size += entry.size;
    if (size > bytesPerRead) {
      batches.push([]);
      size = entry.size;
    }
    batches.at(-1)?.push(entry);
  }
  return batches;
}

async function write(file: string, content: Buffer, isExecutable: boolean): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  if (isExecutable) await chmod(file, 0o755);
}

/** Creates a link if it stays in the folder and the system supports links. */
async function link(folder: string, file: string, target: string): Promise<void> {
  const inside = path.relative(folder, path.resolve(path.dirname(file), target));
  if (path.isAbsolute(target) || !isInside(inside)) return;
  await mkdir(path.dirname(file), { recursive: true }).catch(() => undefined);
  await symlink(target, file).catch(() => undefined);
}
