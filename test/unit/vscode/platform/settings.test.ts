import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseBaseUrl } from '../../../../src/api/baseUrl.ts';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';
import { settingKinds, settingProblem, type SettingName } from '../../../../src/core/protocol/settingKinds.ts';
import { parseToolSettings } from '../../../../src/service/reviewers/tools/parseToolSettings.ts';
import type { ScopedLists } from '../../../../src/vscode/platform/changeScopedLists.ts';
import type { settings as vscodeSettings } from '../../../../src/vscode/platform/settings.ts';
import type { WorkItem } from '../../../../src/vscode/findings/workItem.ts';
import { aComment } from '../../reviews/builders.ts';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

type Settings = typeof vscodeSettings;

interface Declared {
  readonly type: string | readonly string[];
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, Declared>> } };
};
const declared = Object.entries(manifest.contributes.configuration.properties).map(
  ([id, each]) => [id.replace(/^codeReview\./, '') as SettingName, each] as const,
);

/** What JSON can hold, one of each type and the odd ones. */
const values: readonly (readonly [type: string, value: unknown])[] = [
  ['null', null],
  ['boolean', true],
  ['boolean', false],
  ['integer', 0],
  ['integer', -1],
  ['integer', 1e9],
  ['number', 1.5],
  ['string', ''],
  ['string', 'https://'],
  ['string', '\u0000'],
  ['array', []],
  ['array', [null, 1, 'x', [], {}]],
  ['object', {}],
  ['object', { rule: 1, toString: null }],
  ['object', { __proto__: null, length: -1 }],
];

const uri = { scheme: 'file', fsPath: '/work/orders/src/app.ts', toString: () => 'file:///work/orders/src/app.ts' };

async function load(): Promise<Settings> {
  return (await import('../../../../src/vscode/platform/settings.ts')).settings;
}

describe('the settings', () => {
  before(() => standInForEditor());
  beforeEach(() => {
    editor.settings = { user: {}, workspace: {}, folder: {} };
    editor.folders = ['/work/orders'];
    editor.workspaceFile = undefined;
    editor.isTrusted = true;
    editor.told = [];
  });
  after(() => {
    editor.settings = { user: {}, workspace: {}, folder: {} };
    editor.folders = [];
  });

  /** Reads everything that is read of them. */
  async function readAll(): Promise<unknown[]> {
    const settings = await load();
    const file = uri as unknown as Parameters<typeof settings.showAs>[0];
    try {
      if (settings.baseUrl !== '') parseBaseUrl(settings.baseUrl);
    } catch (error) {
      assert.ok(CodeReviewError.is(error, 'input'), String(error));
    }
    return [
      ...[settings.hosts, settings.showAs(file), settings.shown(undefined), settings.codeLens(file)],
      ...[settings.reviewsOnPush, settings.requestsPerHour, settings.modelAddress, settings.modelLimits],
      ...[settings.keepDays, parseToolSettings(settings.tools)],
    ];
  }

  it('are what package.json declares, with the same defaults and bounds', () => {
    for (const [name, { default: fallback, enum: words, minimum, maximum }] of declared) {
      const kind = settingKinds[name];
      assert.deepEqual(kind.fallback, fallback, name);
      for (const word of words ?? []) assert.equal(settingProblem(name, word), undefined, `${name} ${word}`);
      for (const [bound, step] of [
        [minimum, -1],
        [maximum, 1],
      ] as const) {
        if (bound === undefined) continue;
        assert.equal(settingProblem(name, bound), undefined, name);
        assert.notEqual(settingProblem(name, bound + step), undefined, name);
      }
    }
  });

  it('say in a sentence what a wrong one has to be, and are read all the same', async () => {
    const { warnOfInvalidSettings } = await import('../../../../src/vscode/platform/wrongSettings.ts');
    const right = JSON.stringify(await readAll());
    for (const [name, { type }] of declared) {
      for (const [typeOfValue, value] of values) {
        editor.told = [];
        editor.settings = { user: { [`codeReview.${name}`]: value }, workspace: {}, folder: {} };
        await readAll();
        warnOfInvalidSettings();
        const isRight =
          [type].flat().includes(typeOfValue) || value === null || (type === 'number' && typeOfValue === 'integer');
        const told = editor.told.join();
        if (!isRight)
          assert.match(told, new RegExp(`^The setting “codeReview\\.${name}” has to be `), `${name} ${typeOfValue}`);
        warnOfInvalidSettings();
        assert.equal(editor.told.join(), told, 'once');
        editor.settings = { user: {}, workspace: {}, folder: {} };
        warnOfInvalidSettings();
        assert.equal(JSON.stringify(await readAll()), right);
      }
    }
  });

  it('hand on no address that is no text, so that nothing is sent elsewhere than meant', async () => {
    const settings = await load();
    for (const value of [42, true, {}, ['https://review.example.com'], { url: 'https://review.example.com' }]) {
      editor.settings.user['codeReview.baseUrl'] = value;
      assert.notEqual(settings.baseUrl, '');
      assert.throws(() => parseBaseUrl(settings.baseUrl), { kind: 'input' });
    }
  });

  describe('that are lists', () => {
    let lists: ScopedLists;

    beforeEach(async () => {
      const { ScopedLists: Class } = await import('../../../../src/vscode/platform/changeScopedLists.ts');
      const folder = mkdtempSync(path.join(tmpdir(), 'lists-'));
      lists = new Class(path.join(folder, 'changes'));
    });

    const item = {
      finding: {
        id: '1',
        comment: aComment({ rule: 'eqeqeq', path: 'src/app.ts' }),
        state: 'current',
        range: undefined,
      },
      uri,
      fingerprint: 'f',
      decision: { state: 'open' },
    } as unknown as WorkItem;

    for (const several of [false, true]) {
      it(`take a muted rule where it belongs and nothing else, in a workspace of ${several ? 'several folders' : 'one folder'}`, async () => {
        const { muteRule } = await import('../../../../src/vscode/findings/mute.ts');
        const settings = await load();
        const own = several ? 'folder' : 'workspace';
        if (several) editor.workspaceFile = uri;
        editor.settings.user['codeReview.ignore'] = [{ rule: 'mine' }];
        await muteRule(lists, item);
        assert.deepEqual(editor.settings[own], { 'codeReview.ignore': [{ rule: 'eqeqeq' }] });
        assert.deepEqual(editor.settings.user, { 'codeReview.ignore': [{ rule: 'mine' }] });
        assert.match(
          editor.told.join(),
          several ? /Muted eqeqeq in the settings of the folder orders/ : /of this workspace/,
        );
        // What the user adds later is not hidden by it.
        const later = [{ rule: 'mine' }, { path: 'later/**' }];
        Object.assign(editor.settings.user, { 'codeReview.ignore': later });
        const folder = { uri, name: 'orders', index: 0 } as unknown as Parameters<typeof settings.shown>[0];
        const ignored: unknown = settings.shown(folder).ignore;
        assert.deepEqual(ignored, [...later, { rule: 'eqeqeq' }]);
        await muteRule(lists, item);
        assert.deepEqual(editor.settings[own], { 'codeReview.ignore': [{ rule: 'eqeqeq' }] }, 'once');
      });
    }

    it('are as they were after Undo', async () => {
      const { mutePath } = await import('../../../../src/vscode/findings/mute.ts');
      editor.press = 'Undo';
      await mutePath(lists, item);
      // Nobody waits for what a button does.
      while ('codeReview.ignore' in editor.settings.workspace) await new Promise(setImmediate);
      assert.deepEqual(editor.settings, { user: {}, workspace: {}, folder: {} });
    });

    it('are not overwritten where they hold something else', async () => {
      const { muteRule } = await import('../../../../src/vscode/findings/mute.ts');
      editor.settings.workspace['codeReview.ignore'] = 'eqeqeq';
      await assert.rejects(muteRule(lists, item), {
        message: /“codeReview\.ignore” has to be a list/,
        advice: /^Correct it in the settings of this workspace first/,
      });
      assert.equal(editor.settings.workspace['codeReview.ignore'], 'eqeqeq');
    });

    it('count those of a workspace only where it is trusted', async () => {
      const settings = await load();
      editor.settings.workspace['codeReview.ignore'] = [{ rule: '*' }];
      editor.settings.workspace['codeReview.tools'] = [{ name: 'theirs' }];
      editor.isTrusted = false;
      assert.deepEqual([settings.shown(undefined).ignore, settings.tools], [[], []]);
    });

    it('hold the tools of user and workspace, the nearer of a name', async () => {
      const settings = await load();
      const mine = { name: 'mine', command: ['a'] };
      editor.settings.user['codeReview.tools'] = [mine, { name: 'both', command: ['user'] }];
      editor.settings.workspace['codeReview.tools'] = [{ name: 'both', command: ['workspace'] }];
      assert.deepEqual(settings.tools, [mine, { name: 'both', command: ['workspace'] }]);
    });
  });
});
