import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeTemporaryFolder, removeFolder } from '../../../src/files/temporaryFolder.ts';

describe('a temporary folder', () => {
  let parent: string;
  let packages: string;

  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'code-review-temporary-'));
    packages = path.join(parent, 'node_modules');
    await mkdir(path.join(packages, 'pkg'), { recursive: true });
    await writeFile(path.join(packages, 'pkg', 'index.js'), '');
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  /** Links as the copy for a tool holds them: junctions on Windows. */
  async function link(folder: string): Promise<void> {
    await mkdir(path.join(folder, 'deep', 'er'), { recursive: true });
    for (const where of ['node_modules', 'deep/node_modules', 'deep/er/venv'])
      await symlink(packages, path.join(folder, where), 'junction');
    await writeFile(path.join(folder, 'deep', 'a.ts'), '');
  }

  for (const way of ['remove', 'removeNow'] as const) {
    it(`is gone after ${way}, and what its links lead to is not`, async () => {
      const folder = await makeTemporaryFolder(parent, 'x-');
      await link(folder.path);
      await folder[way]();
      assert.equal(existsSync(folder.path), false);
      assert.deepEqual(await readdir(path.join(packages, 'pkg')), ['index.js']);
      await folder[way]();
    });
  }

  it('is no failure where it cannot be removed, or is none', async () => {
    await removeFolder(path.join(parent, 'missing'));
    await removeFolder(path.join(packages, 'pkg', 'index.js'));
    assert.deepEqual(await readdir(path.join(packages, 'pkg')), ['index.js']);
  });

  it('takes the place of those that a killed process left, hours ago, with links in them', async () => {
    const left = path.join(parent, 'y-killed');
    await link(left);
    const old = Date.now() / 1_000 - 86_400;
    await utimes(left, old, old);
    await mkdir(path.join(parent, 'y-used'));
    await mkdir(path.join(parent, 'other'));
    await utimes(path.join(parent, 'other'), old, old);
    await symlink(packages, path.join(parent, 'y-link'), 'junction');
    const folder = await makeTemporaryFolder(parent, 'y-');
    const names = ['node_modules', 'other', 'y-link', 'y-used', path.basename(folder.path)];
    assert.deepEqual((await readdir(parent)).sort(), names.sort());
    assert.deepEqual(await readdir(path.join(packages, 'pkg')), ['index.js']);
  });
});
