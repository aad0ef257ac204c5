import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../src/core/base/clock.ts';
import { FolderWatcher } from '../../../src/files/folderWatcher.ts';

describe('a watched folder', () => {
  let parent: string;
  let folder: string;
  const ticks = new EventEmitter();
  const clock: Clock = { now: () => 0, wait: async () => void (await once(ticks, 'tick')) };
  let watcher: FolderWatcher;
  let removed: string[];
  const told = new EventEmitter();

  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'watched-'));
    folder = path.join(parent, 'reviews');
    await mkdir(folder);
    for (const name of ['first', 'second']) await writeFile(path.join(folder, name), '1');
    watcher = new FolderWatcher(folder, clock, error => assert.fail(String(error)));
    removed = [];
    watcher.onDidRemove(name => {
      removed.push(name);
      told.emit('told');
    });
  });
  afterEach(async () => {
    watcher.dispose();
    await rm(parent, { recursive: true });
  });

  it('tells which file is removed, once', async () => {
    const isTold = once(told, 'told');
    await rm(path.join(folder, 'first'));
    await isTold;
    ticks.emit('tick');
    await turn();
    assert.deepEqual(removed, ['first']);
  });

  it('tells so also where it sends no events, and nothing while it is away itself, as a drive may be', async () => {
    // What is watched is the folder that is moved, not the one that takes its place.
    await rename(folder, path.join(parent, 'away'));
    ticks.emit('tick');
    await turn();
    assert.deepEqual(removed, []);
    await mkdir(folder);
    await rename(path.join(parent, 'away', 'second'), path.join(folder, 'second'));
    const isTold = once(told, 'told');
    ticks.emit('tick');
    await isTold;
    assert.deepEqual(removed, ['first']);
  });
});
