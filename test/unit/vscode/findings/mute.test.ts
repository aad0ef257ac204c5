import assert from 'node:assert/strict';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

const shell = { rule: 'ruff/S602' };
const docs = { path: 'docs/**' };
const both = { rule: 'eslint/*', path: 'test/**' };

describe('muting', () => {
  before(() => standInForEditor());

  beforeEach(() => {
    editor.folders = ['/work/orders'];
    editor.settings = { user: {}, workspace: {}, folder: {} };
  });

  afterEach(() => {
    editor.folders = [];
    editor.settings = { user: {}, workspace: {}, folder: {} };
  });

  it('keeps what was muted a moment before, which is still being written', async () => {
    const { mute } = await import('../../../../src/vscode/findings/mute.ts');
    await Promise.all([mute(shell, undefined), mute(docs, undefined), mute(shell, undefined)]);
    assert.deepEqual(editor.settings.workspace['codeReview.ignore'], [shell, docs]);
  });

  it('is undone alone', async () => {
    const { addEntries, scopesOf } = await import('../../../../src/vscode/platform/scopedLists.ts');
    const scope = scopesOf('ignore', undefined).at(-1) ?? assert.fail();
    const undo = await addEntries('ignore', scope, [shell]);
    await Promise.all([undo(), addEntries('ignore', scope, [docs])]);
    assert.deepEqual(editor.settings.workspace['codeReview.ignore'], [docs]);
  });
});

describe('showing again what was muted', () => {
  before(() => standInForEditor());

  beforeEach(() => {
    editor.folders = ['/work/orders'];
    editor.settings = { user: {}, workspace: {}, folder: {} };
    editor.told = [];
  });

  afterEach(() => {
    editor.pick = undefined;
    editor.folders = [];
    editor.isTrusted = true;
    editor.settings = { user: {}, workspace: {}, folder: {} };
  });

  const name = 'codeReview.ignore';

  /** Shows again what is ticked; answers what could be, and where it is muted. */
  async function unmute(...ticked: readonly string[]): Promise<string[]> {
    const { unmute: run } = await import('../../../../src/vscode/findings/mute.ts');
    let offered: string[] = [];
    editor.pick = items => {
      offered = items.map(({ label, description }) => `${label}: ${description}`);
      return items.filter(({ label }) => ticked.includes(label));
    };
    await run();
    return offered;
  }

  it('offers each entry with the settings that it is in', async () => {
    editor.settings.user[name] = [shell];
    editor.settings.workspace[name] = [docs, both];
    assert.deepEqual(await unmute(), [
      'ruff/S602: your user settings',
      'docs/**: the settings of this workspace',
      'eslint/* in test/**: the settings of this workspace',
    ]);
    assert.deepEqual(editor.settings, { user: { [name]: [shell] }, workspace: { [name]: [docs, both] }, folder: {} });
  });

  it('takes out what is ticked, of several settings at once, and leaves the rest', async () => {
    editor.settings.user[name] = [shell, docs];
    editor.settings.workspace[name] = [both];
    await unmute('ruff/S602', 'eslint/* in test/**');
    assert.deepEqual(editor.settings.user[name], [docs]);
    assert.deepEqual(editor.settings.workspace[name] ?? [], []);
  });

  it('does nothing where nobody answers', async () => {
    const { unmute: run } = await import('../../../../src/vscode/findings/mute.ts');
    editor.settings.user[name] = [shell];
    editor.pick = () => undefined;
    await run();
    assert.deepEqual(editor.settings.user[name], [shell]);
  });

  it('says so where nothing is muted, and asks nothing', async () => {
    const { unmute: run } = await import('../../../../src/vscode/findings/mute.ts');
    await run();
    assert.match(editor.told.join(), /Nothing is muted\. A finding’s menu mutes its rule or its file\./);
  });

  it('leaves the settings of a workspace alone that is not trusted', async () => {
    editor.isTrusted = false;
    editor.settings.workspace[name] = [both];
    editor.settings.user[name] = [shell];
    assert.deepEqual(await unmute(), ['ruff/S602: your user settings']);
  });
});
