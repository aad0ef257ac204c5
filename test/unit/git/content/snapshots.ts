import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { takeSnapshot, type Snapshot, type SnapshotKind } from '../../../../src/git/content/snapshot.ts';
import type { TestRepository } from '../../../host/git/repository.ts';
import { productGit } from '../pullRequest/layouts.ts';

/** Takes a snapshot and checks that it leaves everything but the objects as it is. */
export async function take(repository: TestRepository, kind: SnapshotKind, index?: string): Promise<Snapshot> {
  const before = await stateOf(repository.folder);
  const taken = await takeSnapshot(productGit(), repository.folder, kind, new AbortController().signal, index);
  assert.deepEqual(await stateOf(repository.folder), before);
  return taken;
}

/** "A path" for each file that the snapshot changes, as `git diff --name-status` prints it. */
export async function changes(repository: TestRepository, { base, commit }: Snapshot): Promise<string[]> {
  const printed = await repository.git(
    '-c',
    'core.quotePath=off',
    'diff',
    '--name-status',
    '--no-renames',
    base,
    commit,
  );
  return printed
    .split('\n')
    .filter(Boolean)
    .map(line => line.replace('\t', ' '));
}

/** The content of a file in the snapshot. */
export function content(repository: TestRepository, { commit }: Snapshot, file: string): Promise<string> {
  return repository.git('cat-file', 'blob', `${commit}:${file}`);
}

/** Content and time of every file, the repository's own included, but for objects. */
async function stateOf(folder: string): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    if (/(?:^|[/\\])objects(?:[/\\]|$)/.test(name)) continue;
    const file = path.join(folder, name);
    const { mtimeMs, mode } = await lstat(file);
    const type = mode & 0o170000;
    const data = type === 0o100000 ? await readFile(file) : type === 0o120000 ? await readlink(file) : '';
    // git keeps a shared index alive by touching it whenever it is read.
    const time = name.includes('sharedindex') || name === '.git' ? '' : `${mtimeMs}`;
    state[name] = `${mode.toString(8)} ${time} ${createHash('sha1').update(data).digest('hex')}`;
  }
  return state;
}
