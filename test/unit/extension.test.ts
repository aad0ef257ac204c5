import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { registerHooks } from 'node:module';
import { setImmediate as immediate } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { Parts } from '../../src/main.ts';
import { changeFolders, editor, standInForEditor } from './security/shown/editor.ts';

/** What of the extension answers, without the parts that it takes an editor to build. */
class StandIn implements Parts {
  builds = 0;
  readonly events = new EventEmitter();
  readonly ran: unknown[] = [];
  readonly read: string[] = [];
  readonly expected: unknown[] = [];
  readonly findings = { getChildren: () => [], getTreeItem: () => assert.fail() };
  readonly repositories = this.findings;

  readonly tools = (): Promise<never> => Promise.reject(new Error('no tools'));
  readonly gitExecutable = (): Promise<string> => Promise.resolve('/usr/bin/git');
  readonly onError = (): void => undefined;

  readonly readCommitFile = ({ path }: vscode.Uri): Promise<Uint8Array> => {
    this.read.push(path);
    return Promise.resolve(new Uint8Array());
  };

  readonly expectReviews = (roots?: readonly string[]): Promise<void> => {
    this.expected.push(roots);
    this.events.emit('expected');
    return Promise.resolve();
  };

  readonly run = (id: string, args: readonly unknown[]): Promise<unknown> => {
    this.ran.push([id, ...args]);
    return Promise.resolve('done');
  };
}

describe('the activation of a window', () => {
  let hooks: { deregister: () => void };
  let parts: StandIn;
  /** Top folders with reviews that the workspace does not know of. */
  let elsewhere: string[];

  before(async () => {
    standInForEditor();
    const urls: Readonly<Record<string, string>> = {
      './main.ts': 'data:text/javascript,export const buildParts = () => globalThis.standInForMain();',
      './vscode/repository/lazyReviewed.ts':
        'data:text/javascript,export const rootsReviewedElsewhere = async () => globalThis.standInForLook();',
    };
    hooks = registerHooks({
      resolve: (specifier, context, next) => {
        const url = context.parentURL?.endsWith('/src/extension.ts') === true ? urls[specifier] : undefined;
        return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
      },
    });
    // They are there at once from now on, so what does not happen within a turn of the loop never does.
    for (const url of Object.values(urls)) await import(url);
  });

  after(() => {
    hooks.deregister();
    for (const name of ['standInForMain', 'standInForLook']) Reflect.deleteProperty(globalThis, name);
  });

  beforeEach(() => {
    standInForEditor();
    parts = new StandIn();
    const standInForMain = (): Parts => {
      parts.builds++;
      parts.events.emit('built');
      return parts;
    };
    elsewhere = [];
    Object.assign(globalThis, { standInForMain, standInForLook: () => elsewhere });
  });

  /** Activates the extension in a workspace that keeps these values. */
  async function activate(kept: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const { activate: run } = await import('../../src/extension.ts');
    const contributes = { commands: [{ command: 'codeReview.openFinding' }, { command: 'codeReview.showOutput' }] };
    const stateOf = (values: Readonly<Record<string, unknown>>) => ({
      get: (name: string, fallback: unknown) => values[name] ?? fallback,
    });
    run({
      subscriptions: [],
      extension: { packageJSON: { version: '1.2.3', contributes } },
      asAbsolutePath: (file: string) => `/extension/${file}`,
      globalState: stateOf({}),
      workspaceState: stateOf(kept),
    } as unknown as vscode.ExtensionContext);
    await immediate();
    await immediate();
  }

  it('builds nothing where nothing was reviewed, and has what can be asked for', async () => {
    await activate();
    assert.equal(parts.builds, 0);
    assert.deepEqual([...editor.commands.keys()], ['codeReview.openFinding', 'codeReview.showOutput']);
    assert.equal(editor.tools.size, 4);
    assert.equal(editor.statusBarItem.text, '$(comment-discussion) Review');
  });

  for (const [what, kept] of [
    ['a repository was reviewed', { reviewedRoots: ['/work/orders'] }],
    ['a pull request of another repository was reviewed', { reviewedElsewhere: ['acme/orders'] }],
    ['a language model was chosen', { languageModel: { kind: 'address' } }],
  ] as const) {
    it(`builds by itself where ${what}, since there is something to show`, async () => {
      await Promise.all([once(parts.events, 'built'), activate(kept)]);
      assert.equal(parts.builds, 1);
    });
  }

  it('shows what another window or an agent has reviewed before, though this one has not', async () => {
    elsewhere = ['/work/orders'];
    await Promise.all([once(parts.events, 'expected'), activate()]);
    assert.deepEqual(parts.expected, [['/work/orders']]);
  });

  for (const [what, happens] of [
    ['a folder is added', () => changeFolders('/work/orders')],
    ['the window has the focus again', () => editor.focusListeners.forEach(listener => listener({ focused: true }))],
  ] as const)
    it(`looks for such reviews again when ${what}`, async () => {
      await activate();
      editor.focusListeners.forEach(listener => listener({ focused: false }));
      elsewhere = ['/work/orders'];
      await immediate();
      assert.equal(parts.builds, 0);
      const expected = once(parts.events, 'expected');
      happens();
      await expected;
      assert.deepEqual(parts.expected, [['/work/orders']]);
    });

  it('builds nothing where a language model was declined', async () => {
    await activate({ languageModel: 'none' });
    assert.equal(parts.builds, 0);
  });

  it('has commands wait for what runs them, with all that they are called with', async () => {
    await activate();
    const open = editor.commands.get('codeReview.openFinding');
    assert.deepEqual(await Promise.all([open?.('a', undefined), open?.()]), ['done', 'done']);
    assert.deepEqual(parts.ran, [['codeReview.openFinding', 'a', undefined], ['codeReview.openFinding']]);
    assert.equal(parts.builds, 1);
  });

  it('has trees, tools, files of commits and agents wait as well', async () => {
    await activate();
    const trees = ['codeReview.findings', 'codeReview.repositories'].map(id => editor.trees.get(id));
    assert.deepEqual(await Promise.all(trees.map(async tree => tree?.getChildren())), [[], []]);
    const token = {} as vscode.CancellationToken;
    const tool = editor.tools.get('codeReview_listFindings');
    const told = await tool?.invoke({ input: {}, toolInvocationToken: undefined }, token);
    assert.match(JSON.stringify(told), /Something went wrong/);
    await editor.files?.readFile({ path: '/orders #7/refund.ts', toString: () => 'code-review-file:' } as vscode.Uri);
    assert.deepEqual(parts.read, ['/orders #7/refund.ts']);
    const mcp = editor.mcp as vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition>;
    editor.folders = ['/work/orders'];
    const [server] = (await mcp.provideMcpServerDefinitions(token)) ?? [];
    const resolved = await mcp.resolveMcpServerDefinition?.(server ?? assert.fail(), token);
    assert.equal(resolved?.env['CODE_REVIEW_GIT'], '/usr/bin/git');
    assert.deepEqual(parts.expected, [undefined]);
    assert.equal(parts.builds, 1);
  });
});
