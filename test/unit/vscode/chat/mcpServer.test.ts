import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { editor, standInForEditor } from '../../security/shown/editor.ts';

type Provider = Required<vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition>>;

describe('the MCP server of the editor', () => {
  before(standInForEditor);
  afterEach(() => {
    editor.isTrusted = true;
    editor.folders = [];
    editor.cursorMcp = undefined;
  });

  async function register(
    started: string[] = [],
    onError = (error: unknown): void => assert.fail(String(error)),
  ): Promise<vscode.Disposable> {
    const { registerMcpServer } = await import('../../../../src/vscode/chat/mcpServer.ts');
    return registerMcpServer({
      script: '/extension/dist/service.js',
      version: '1.2.3',
      gitExecutable: () => Promise.resolve('/usr/bin/git'),
      onStart: () => Promise.resolve(void started.push('started')),
      onError,
    });
  }

  it('is offered for the folders of a trusted window, and started only when it is resolved', async () => {
    const started: string[] = [];
    await register(started);
    const provider = editor.mcp as Provider;
    const offered = (): vscode.McpStdioServerDefinition[] =>
      provider.provideMcpServerDefinitions({} as never) as vscode.McpStdioServerDefinition[];
    assert.deepEqual(offered(), []);
    editor.folders = ['/work/orders', '/work/billing'];
    const [server] = offered();
    assert.deepEqual(server?.args, [
      '/extension/dist/service.js',
      'mcp',
      '--root',
      '/work/orders',
      '--root',
      '/work/billing',
    ]);
    assert.equal(server.command, process.execPath);
    assert.equal(server.env['ELECTRON_RUN_AS_NODE'], '1');
    assert.deepEqual(started, []);
    const resolved = await provider.resolveMcpServerDefinition(server, {} as never);
    assert.deepEqual([resolved?.env['CODE_REVIEW_GIT'], started], ['/usr/bin/git', ['started']]);
    editor.isTrusted = false;
    assert.deepEqual(offered(), []);
  });

  it('is registered with Cursor by its own way, and taken back', async () => {
    const registered: string[] = [];
    editor.folders = ['/work/orders'];
    editor.cursorMcp = {
      registerServer: ({ name }: { name: string }) => registered.push(`+${name}`),
      unregisterServer: (name: string) => registered.push(`-${name}`),
    };
    const registration = await register();
    registration.dispose();
    assert.deepEqual(registered, ['-code-review', '+code-review', '-code-review']);
  });

  it('keeps nothing else from working where an editor refuses it', async () => {
    const errors: string[] = [];
    editor.cursorMcp = {
      registerServer: () => undefined,
      unregisterServer: () => {
        throw new Error('refused');
      },
    };
    await register([], error => errors.push(String(error)));
    assert.deepEqual(errors, ['Error: refused']);
  });
});
