import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { detectKeyKind } from '../../../../src/core/review/apiKey.ts';
import { createKey, findKey, formatKey, revokeKey } from '../../../../src/service/accounts/keys.ts';
import { openStore } from '../../../../src/service/store/openStore.ts';
import type { Store } from '../../../../src/service/store/store.ts';

const day = 86_400_000;
const now = Date.parse('2026-11-21T06:00:00Z');

describe('the keys of the service', () => {
  let folder: string;
  let store: Store;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'code-review-keys-'));
    store = await openStore(folder);
  });

  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('tell their kind by their prefix', async () => {
    for (const kind of ['production', 'development'] as const) {
      assert.ok(detectKeyKind((await createKey(store, { kind, name: '' }, now)).key) === kind);
    }
  });

  it('are found as they were made, and not with a letter changed', async () => {
    const { key, stored } = await createKey(store, { kind: 'production', name: 'mine' }, now);
    assert.equal((await findKey(store, key, now))?.id, stored.id);
    for (let at = 0; at < key.length; at++) {
      const changed = `${key.slice(0, at)}${key[at] === 'a' ? 'b' : 'a'}${key.slice(at + 1)}`;
      assert.ok((await findKey(store, changed, now)) === undefined, `letter ${at}`);
    }
    assert.equal(await findKey(store, '', now), undefined);
  });

  it('are nowhere on the disk', async () => {
    const { key } = await createKey(store, { kind: 'production', name: 'mine' }, now);
    await store.close();
    for (const file of await readdir(folder)) {
      assert.ok(!(await readFile(path.join(folder, file), 'latin1')).includes(key.slice(10, 40)), file);
    }
    store = await openStore(folder);
  });

  it('are shown with their last four characters and the day of their last use', async () => {
    const { key } = await createKey(store, { kind: 'development', name: 'laptop' }, now);
    const line = async (): Promise<string> => formatKey((await store.keys())[0] ?? assert.fail());
    assert.match(await line(), /development\s+••••.{4}\s+never used\s+laptop/);
    await findKey(store, key, now + day);
    assert.match(await line(), /last used 2026-11-22/);
    assert.ok(!(await line()).includes(key.slice(0, 12)));
  });

  it('note a use at most once a minute', async () => {
    const { key } = await createKey(store, { kind: 'development', name: '' }, now);
    for (const [moment, noted] of [
      [now, now],
      [now + 59_999, now],
      [now + 60_000, now + 60_000],
    ] as const) {
      await findKey(store, key, moment);
      assert.equal((await store.keys())[0]?.lastUsedAt, noted);
    }
  });

  it('are not ended by last four characters that two of them have', async () => {
    const { stored } = await createKey(store, { kind: 'development', name: '' }, now);
    await store.putKey({ ...stored, id: 'other' });
    assert.equal(await revokeKey(store, stored.lastFour, now), undefined);
    assert.equal((await revokeKey(store, 'other', now))?.id, 'other');
    assert.equal((await revokeKey(store, stored.lastFour, now))?.id, stored.id);
  });

  it('end when they are revoked', async () => {
    const { key, stored } = await createKey(store, { kind: 'development', name: '' }, now);
    assert.equal(await revokeKey(store, 'none', now), undefined);
    assert.equal((await revokeKey(store, stored.lastFour, now))?.id, stored.id);
    assert.equal(await findKey(store, key, now), undefined);
    assert.match(formatKey((await store.keys())[0] ?? assert.fail()), /revoked 2026-11-21/);
  });
});
