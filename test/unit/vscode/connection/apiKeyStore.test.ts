import assert from 'node:assert/strict';
import { Redactor } from '../../../../src/core/base/redactor.ts';
import { takeEnvironmentKey } from '../../../../src/vscode/connection/environmentKey.ts';
import { ApiKeyStore } from '../../../../src/vscode/connection/apiKeyStore.ts';
import { canaryKey, marker } from '../../../host/keys/canary.ts';
import { State, Storage } from './keyStorage.ts';

const here = 'https://review.example.com';
const elsewhere = 'https://other.example.com';
const productionKey = canaryKey('production', '1111');
const developmentKey = canaryKey('development', '2222');

describe('the key ring', () => {
  let storage: Storage;
  let state: State;
  let ring: ApiKeyStore;
  const redactor = new Redactor();

  beforeEach(() => {
    storage = new Storage();
    state = new State();
    ring = open();
  });

  function open(environmentKey?: string): ApiKeyStore {
    return new ApiKeyStore({
      secrets: storage.secrets,
      state,
      redactor,
      environmentKey,
      onError: error => assert.fail(String(error)),
      now: () => new Date('2026-11-21T10:00:00Z'),
    });
  }

  it('uses the key of the environment for the first origin that is asked about only, and stores it nowhere', async () => {
    const environment: NodeJS.ProcessEnv = { CODE_REVIEW_API_KEY: ` ${developmentKey}\n` };
    const inContainer = open(takeEnvironmentKey(environment));
    assert.deepEqual(environment, {}, 'no process that is started later inherits it');
    assert.deepEqual(await inContainer.active(here), { kind: 'development', key: developmentKey });
    assert.equal(await inContainer.active(elsewhere), undefined);
    assert.deepEqual([...storage.values, ...state.values], []);
    await inContainer.store(here, 'production', productionKey);
    assert.equal((await inContainer.active(here))?.key, productionKey, 'what was typed goes first');
  });

  it('tells a key that has vanished from one that was forgotten or never there', async () => {
    assert.equal(await ring.hasVanished(here), false);
    await ring.store(here, 'production', productionKey);
    assert.equal(await ring.hasVanished(here), false);
    storage.values.clear();
    assert.equal(await ring.hasVanished(here), true);
    await ring.store(here, 'production', productionKey);
    await ring.forget(here, 'production');
    assert.equal(await ring.hasVanished(here), false);
  });

  it('finds a key only for the origin it was entered for', async () => {
    await ring.store(here, 'production', productionKey);
    assert.deepEqual(await ring.active(here), { kind: 'production', key: productionKey });
    assert.equal(await ring.active(elsewhere), undefined);
  });

  it('keeps both kinds side by side and switches between them', async () => {
    await ring.store(here, 'production', productionKey);
    await ring.store(here, 'development', developmentKey);
    assert.equal((await ring.active(here))?.kind, 'development');
    await ring.switchTo(here, 'production');
    assert.equal((await ring.active(here))?.key, productionKey);
  });

  it('shows a key masked, with the day it was last used', async () => {
    await ring.store(here, 'production', productionKey);
    assert.deepEqual(await ring.list(here), [
      { kind: 'production', masked: '••••1111', lastUsed: undefined, active: true },
    ]);
    ring.markUsed(here, 'production');
    assert.equal((await ring.list(here))[0]?.lastUsed, '2026-11-21');
  });

  it('falls back to the other kind when one is forgotten, and to nothing after both', async () => {
    await ring.store(here, 'production', productionKey);
    await ring.store(here, 'development', developmentKey);
    await ring.forget(here, 'development');
    assert.equal((await ring.active(here))?.kind, 'production');
    await ring.forget(here, 'production');
    assert.equal(await ring.active(here), undefined);
    assert.deepEqual(await ring.list(here), []);
  });

  it('takes a key that vanished from the secret storage for none', async () => {
    await ring.store(here, 'production', productionKey);
    storage.values.clear();
    assert.equal(await ring.active(here), undefined);
  });

  it('uses no key of the other kind in place of one that vanished', async () => {
    await ring.store(here, 'production', productionKey);
    await ring.store(here, 'development', developmentKey);
    storage.values.delete(`key:development:${here}`);
    assert.equal(await ring.active(here), undefined);
    assert.equal(await ring.hasVanished(here), true);
    await ring.switchTo(here, 'production');
    assert.equal((await ring.active(here))?.key, productionKey);
  });

  it('lets no other window take a key that is forgotten for one that vanished', async () => {
    await ring.store(here, 'production', productionKey);
    const seen: Promise<boolean>[] = [];
    const other = open();
    other.onDidChange(() => seen.push(other.hasVanished(here)));
    await ring.forget(here, 'production');
    assert.deepEqual(new Set(await Promise.all(seen)), new Set([false]));
  });

  it('has another window see which key is active by now', async () => {
    await ring.store(here, 'production', productionKey);
    const seen: Promise<string | undefined>[] = [];
    const other = open();
    other.onDidChange(() => seen.push(other.active(here).then(active => active?.kind)));
    await ring.store(here, 'development', developmentKey);
    assert.equal(await seen.at(-1), 'development');
    await ring.switchTo(here, 'production');
    assert.equal(await seen.at(-1), 'production');
    await ring.forget(here, 'production');
    assert.equal(await seen.at(-1), 'development');
    await ring.forget(here, 'development');
    assert.equal(await seen.at(-1), undefined);
    assert.deepEqual([...storage.values], [], 'nothing is left');
  });

  it('brings no key back that another window forgets meanwhile', async () => {
    await ring.store(here, 'production', productionKey);
    await Promise.all([ring.switchTo(here, 'production'), open().forget(here, 'production')]);
    assert.deepEqual(await ring.list(here), []);
  });

  it('hears of keys changed in another window', async () => {
    let heard = 0;
    ring.onDidChange(() => heard++);
    await storage.secrets.store(`key:production:${here}`, productionKey);
    await storage.secrets.store('something else', 'x');
    assert.equal(heard, 1);
  });

  it('keeps no key outside the secret storage, and hides each from the log', async () => {
    await ring.store(here, 'production', productionKey);
    ring.markUsed(here, 'production');
    assert.ok(!JSON.stringify([...state.values]).includes(marker));
    assert.equal(redactor.redact(`Bearer ${productionKey}!`), 'Bearer [key]!');
  });
});
