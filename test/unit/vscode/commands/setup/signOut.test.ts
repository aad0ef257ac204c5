import assert from 'node:assert/strict';
import { Redactor } from '../../../../../src/core/base/redactor.ts';
import { ApiKeyStore } from '../../../../../src/vscode/connection/apiKeyStore.ts';
import { editor, standInForEditor } from '../../../security/shown/editor.ts';
import { State, Storage } from '../../connection/keyStorage.ts';

const origin = 'https://review.example.com';
const forgot = `Signed out: forgot the development key ••••bbbb for ${origin}. It stays valid until it is revoked in the dashboard.`;

describe('signing out of a service', () => {
  before(() => standInForEditor());

  beforeEach(() => {
    editor.told = [];
    editor.pick = undefined;
  });

  /** Signs out with a development key stored, and perhaps others. @returns what is told */
  async function told(others: { readonly production?: string; readonly environmentKey?: string }): Promise<string[]> {
    const { signOut } = await import('../../../../../src/vscode/commands/setup/keys.ts');
    const { environmentKey, production } = others;
    const keys = new ApiKeyStore({
      secrets: new Storage().secrets,
      state: new State(),
      redactor: new Redactor(),
      environmentKey,
      onError: error => assert.fail(String(error)),
    });
    if (production !== undefined) await keys.store(origin, 'production', production);
    await keys.store(origin, 'development', 'key-bbbb');
    editor.pick = items => items.find(({ label }) => label.includes('bbbb'));
    const connections = { hosted: { href: origin, origin, isLoopback: false } };
    await signOut(connections as never, keys, { hosts: [] } as never);
    keys.dispose();
    return editor.told;
  }

  it('says no more where no key is left', async () => {
    assert.deepEqual(await told({}), [forgot]);
  });

  it('says which stored key requests are made with from then on', async () => {
    const left = `Requests to ${origin} are now made with the production key ••••aaaa.`;
    assert.deepEqual(await told({ production: 'key-aaaa' }), [`${forgot} ${left}`]);
  });

  it('says that requests are made with the key of the environment from then on, and how to end that', async () => {
    const left = `Requests to ${origin} are now made with the production key ••••cccc.`;
    const way = `The key for ${origin} comes from the environment variable CODE_REVIEW_API_KEY and is stored nowhere. Unset it and restart VS Code to sign out.`;
    assert.deepEqual(await told({ environmentKey: 'key-cccc' }), [`${forgot} ${left} ${way}`]);
  });
});
