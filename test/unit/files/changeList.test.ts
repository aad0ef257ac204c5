import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changeList } from '../../../src/files/changeList.ts';

describe('a list that several processes change', () => {
  let folder: string;
  let journal: string;
  /** What was written last, by any of them. */
  let written: readonly unknown[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'list-'));
    journal = path.join(folder, 'changes');
    written = [];
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Changes the list as a process does that has heard of nothing but this. */
  const changing = (known: readonly unknown[], change: (entries: readonly unknown[]) => readonly unknown[]) =>
    changeList(
      {
        journal,
        name: 'list',
        read: () => known,
        write: entries => {
          written = entries;
          return Promise.resolve();
        },
      },
      change,
    );
  const adding = (entry: unknown, ...known: unknown[]): Promise<void> => changing(known, all => [...all, entry]);

  it('keeps each of the changes, though none knows of the others', async () => {
    const names = Array.from({ length: 8 }, (_, index) => ({ name: index }));
    await Promise.all(names.map(name => adding(name)));
    assert.deepEqual(new Set(written), new Set(names));
    await changing(names, all => all.slice(0, 1));
    await adding('next', ...names);
    assert.equal(written.length, 2);
  });

  it('is what this process knows where others have changed nothing of late', async () => {
    const now = Date.now();
    const change = { list: 'list', added: ['old'], removed: ['known'] };
    const others = [
      { ...change, at: now - 60_000 },
      { ...change, at: now + 60_000 },
      { ...change, at: now, list: 'another' },
      { ...change, at: now, removed: undefined },
      null,
    ];
    for (const text of [JSON.stringify(others), '{}', '[', '']) {
      await writeFile(journal, text);
      await adding('new', 'known');
      assert.deepEqual(written, ['known', 'new'], text);
    }
  });

  it('is not written where the change cannot be kept for the others', async () => {
    await mkdir(journal);
    await assert.rejects(adding('new'), { code: /^E/ });
    assert.deepEqual(written, []);
  });

  it('keeps no change that could not be written', async () => {
    const failing = { journal, name: 'list', read: () => [], write: () => Promise.reject(new Error('unsaved')) };
    await assert.rejects(
      changeList(failing, () => ['lost']),
      /unsaved/,
    );
    await adding('new');
    assert.deepEqual(written, ['new']);
  });
});
