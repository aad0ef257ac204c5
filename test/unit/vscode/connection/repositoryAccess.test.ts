import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RepositoryAccess } from '../../../../src/vscode/connection/repositoryAccess.ts';
import { standInForEditor } from '../../security/shown/editor.ts';
import { aMemento } from './memento.ts';

describe('the hosts whose private repositories may be looked at', () => {
  let folder: string;

  before(() => standInForEditor());
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'access-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Those of a window that has not heard of any other's state. */
  async function window(storage = folder): Promise<RepositoryAccess> {
    const { RepositoryAccess: Class } = await import('../../../../src/vscode/connection/repositoryAccess.ts');
    return new Class({ globalState: aMemento(), globalStorageUri: { fsPath: storage } } as never);
  }

  it('are those of two windows that allow one at once', async () => {
    const { allowHost, forgetHosts } = await import('../../../../src/vscode/connection/changeRepositoryAccess.ts');
    const [one, other] = [await window(), await window()];
    await Promise.all([allowHost(one, 'github.com'), allowHost(other, 'gitlab.example')]);
    const latest = one.hosts.length > other.hosts.length ? one : other;
    assert.deepEqual([...latest.hosts].sort(), ['github.com', 'gitlab.example']);
    assert.deepEqual([...(await forgetHosts(latest))].sort(), ['github.com', 'gitlab.example']);
    assert.deepEqual([latest.hosts, await forgetHosts(latest)], [[], []]);
  });

  it('are as they were, with a sentence for people, where they cannot be kept', async () => {
    const { allowHost } = await import('../../../../src/vscode/connection/changeRepositoryAccess.ts');
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const access = await window(file);
    await assert.rejects(allowHost(access, 'github.com'), {
      message: 'Your consent could not be kept, so nothing was sent.',
      advice: `Check that the disk has room and that ${path.join(file, 'settings')} can be written, then try again.`,
    });
    assert.deepEqual(access.hosts, []);
  });
});
