import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseFilter } from '../../../../src/core/review/findingFilter.ts';
import type { ScopedLists } from '../../../../src/vscode/platform/changeScopedLists.ts';
import { aComment, aRecord, aReview } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';
import { itemsOf } from '../views/workItems.ts';

const shell = { rule: 'ruff/S602' };
const docs = { path: 'docs/**' };
const both = { rule: 'eslint/*', path: 'test/**' };

/** The lists of a window, beside those of others with the same journal. */
async function listsOf(
  journal = path.join(mkdtempSync(path.join(tmpdir(), 'lists-')), 'changes'),
): Promise<ScopedLists> {
  const { ScopedLists: Class } = await import('../../../../src/vscode/platform/changeScopedLists.ts');
  return new Class(journal);
}

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
    const lists = await listsOf();
    await Promise.all([shell, docs, shell].map(entry => mute(lists, entry, undefined)));
    assert.deepEqual(editor.settings.workspace['codeReview.ignore'], [shell, docs]);
  });

  it('keeps what another window has muted, or shows again, that this one has not heard of yet', async () => {
    const { mute } = await import('../../../../src/vscode/findings/mute.ts');
    const { scopesOf } = await import('../../../../src/vscode/platform/scopedLists.ts');
    const name = 'codeReview.ignore';
    const journal = path.join(mkdtempSync(path.join(tmpdir(), 'lists-')), 'changes');
    const [mine, theirs] = [await listsOf(journal), await listsOf(journal)];
    editor.settings.workspace[name] = [both];
    await mute(theirs, shell, undefined);
    await theirs.remove('ignore', scopesOf('ignore', undefined).at(-1) ?? assert.fail(), [both]);
    editor.settings.workspace[name] = [both];
    await mute(mine, docs, undefined);
    assert.deepEqual(editor.settings.workspace[name], [shell, docs]);
    // Another workspace has a list of its own.
    editor.folders = ['/work/billing'];
    editor.settings.workspace[name] = [];
    await mute(mine, both, undefined);
    assert.deepEqual(editor.settings.workspace[name], [both]);
  });

  it('hides a file by the name that it has now, as a filter does', async () => {
    const { mutePath } = await import('../../../../src/vscode/findings/mute.ts');
    const { ShownRules } = await import('../../../../src/vscode/findings/shownRules.ts');
    const [item = assert.fail()] = itemsOf(
      aRecord({ review: aReview({ comments: [aComment({ path: 'old.ts' })] }) }),
      () => ({
        path: 'new.ts',
      }),
    );
    const isShown = (filter = ''): boolean => {
      const parsed = parseFilter(filter);
      assert.ok(!('problem' in parsed));
      return new ShownRules(parsed).show(item.finding, undefined, item.decision, undefined);
    };
    assert.deepEqual([isShown('path:new.ts'), isShown('path:old.ts'), isShown()], [true, false, true]);
    await mutePath(await listsOf(), { ...item, uri: undefined });
    assert.deepEqual(editor.settings.workspace['codeReview.ignore'], [{ path: 'new.ts' }]);
    assert.equal(isShown(), false);
  });

  it('is undone alone', async () => {
    const { scopesOf } = await import('../../../../src/vscode/platform/scopedLists.ts');
    const scope = scopesOf('ignore', undefined).at(-1) ?? assert.fail();
    const lists = await listsOf();
    const undo = await lists.add('ignore', scope, [shell]);
    await Promise.all([undo(), lists.add('ignore', scope, [docs])]);
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
    await run(await listsOf());
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

  it('ticks the only entry and says what that does, then what was done, which can be undone', async () => {
    const { unmute: run } = await import('../../../../src/vscode/findings/mute.ts');
    editor.settings.user[name] = [shell];
    let said: string | undefined;
    editor.pick = (items, _, placeHolder) => {
      said = placeHolder;
      return items.filter(({ picked }) => picked === true);
    };
    editor.press = 'Undo';
    await run(await listsOf());
    assert.equal(said, 'Nothing else is muted. OK shows ruff/S602 again.');
    assert.deepEqual(editor.told, ['Shown again: ruff/S602.']);
    while (editor.settings.user[name] === undefined) await new Promise(setImmediate);
    assert.deepEqual(editor.settings.user[name], [shell]);
    editor.settings.user[name] = [shell, docs];
    await run(await listsOf());
    assert.equal(said, 'What should be shown again?');
    assert.deepEqual(editor.settings.user[name], [shell, docs]);
  });

  it('does nothing where nobody answers', async () => {
    const { unmute: run } = await import('../../../../src/vscode/findings/mute.ts');
    editor.settings.user[name] = [shell];
    editor.pick = () => undefined;
    await run(await listsOf());
    assert.deepEqual(editor.settings.user[name], [shell]);
  });

  it('says so where nothing is muted, and asks nothing', async () => {
    const { unmute: run } = await import('../../../../src/vscode/findings/mute.ts');
    await run(await listsOf());
    assert.match(editor.told.join(), /Nothing is muted\. A finding’s menu mutes its rule or its file\./);
  });

  it('leaves the settings of a workspace alone that is not trusted', async () => {
    editor.isTrusted = false;
    editor.settings.workspace[name] = [both];
    editor.settings.user[name] = [shell];
    assert.deepEqual(await unmute(), ['ruff/S602: your user settings']);
  });
});
