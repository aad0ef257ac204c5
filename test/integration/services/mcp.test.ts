import assert from 'node:assert/strict';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as vscode from 'vscode';
import { hermeticGit } from '../../host/git/git.ts';
import { HostedReviews, run } from '../host/hostedReviews.ts';
import { openFindings, problems, problemsSettle, sample, uriOf } from '../host/window.ts';

interface Row {
  readonly id: string;
  readonly path?: string;
  readonly line?: number;
}

const file = 'agents/a.txt';
/** What an agent makes, which nobody commits. */
const made = 'agents/made.ts';
const comments = [
  { path: file, line: 1, body: 'First words.' },
  { path: file, line: 3, body: 'Second words.' },
];

describe('an agent over MCP, beside the window', () => {
  let hosted: HostedReviews;
  let client: Client;

  async function call<T>(name: string, given: Record<string, unknown> = {}): Promise<T> {
    const { structuredContent, isError, content } = await client.callTool({ name, arguments: given });
    assert.notEqual(isError, true, JSON.stringify(content));
    return structuredContent as T;
  }

  async function listed(): Promise<readonly Row[]> {
    return (await call<{ findings: readonly Row[] }>('list_findings', { filter: 'path:agents' })).findings;
  }

  function lines(): string {
    return problems(file)
      .map(({ range }) => range.start.line + 1)
      .sort((a, b) => a - b)
      .join();
  }

  before(async () => {
    hosted = await HostedReviews.start('feature/agents', 14, comments, async () =>
      vscode.workspace.fs.writeFile(uriOf(file), Buffer.from('one\ntwo\nthree\n')),
    );
    await run('reviewCurrentBranch', 'Review');
    await problemsSettle(() => lines() === '1,3', 'both are open');
    const extension = vscode.extensions.getExtension('code-review.code-review') ?? assert.fail();
    client = new Client({ name: 'integration-test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [path.join(extension.extensionPath, 'dist/service.js'), 'mcp', '--root', sample.workspace],
        env: {
          ELECTRON_RUN_AS_NODE: '1',
          PATH: process.env['PATH'] ?? '',
          CODE_REVIEW_HOME: process.env['CODE_REVIEW_HOME'] ?? assert.fail('The window uses the data of the user.'),
          ...hermeticGit,
        },
        stderr: 'ignore',
      }),
    );
  });

  after(async () => {
    await client.close();
    await vscode.workspace.fs.delete(uriOf(made));
    await hosted.dispose();
  });

  it('has the findings of the window, and what it closes is closed there at once', async () => {
    const rows = await listed();
    assert.deepEqual(
      rows.map(({ line }) => line),
      [1, 3],
    );
    await call('mark_finding', { id: rows[0]?.id, as: 'dismissed', reason: 'It is a test.' });
    await problemsSettle(() => lines() === '3', 'the first is closed');
  });

  it('no longer has what the user closes, and has it again when that is taken back', async () => {
    await vscode.commands.executeCommand('codeReview.markDone', hosted.idOf(1));
    assert.deepEqual(await listed(), []);
    await vscode.commands.executeCommand('codeReview.reopenFinding', hosted.idOf(0));
    assert.deepEqual(
      (await listed()).map(({ line }) => line),
      [1],
    );
    await problemsSettle(() => lines() === '1', 'the first is open again');
  });

  it('is offered these tools by the editor as well, which starts the server for it', async () => {
    const configuration = vscode.workspace.getConfiguration('chat');
    const isOff = configuration.get('disableAIFeatures');
    await configuration.update('disableAIFeatures', false, vscode.ConfigurationTarget.Global);
    try {
      await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
      const offered = (): string[] =>
        vscode.lm.tools.map(({ name }) => name).filter(name => name.startsWith('mcp_code_review_'));
      // The editor tells of no change of its tools; the test's own time limit ends it.
      while (offered().length < 6) await new Promise(setImmediate);
      const { tools } = await client.listTools();
      assert.deepEqual(offered().sort(), tools.map(({ name }) => `mcp_code_review_${name}`).sort());
      const { content } = await vscode.lm.invokeTool('mcp_code_review_list_findings', {
        input: { filter: 'path:agents' },
        toolInvocationToken: undefined,
      });
      assert.match(JSON.stringify(content), /Second words|First words/);
    } finally {
      await configuration.update('disableAIFeatures', isOff, vscode.ConfigurationTarget.Global);
    }
  });

  it('makes a review that the window shows', async () => {
    await vscode.workspace.fs.writeFile(uriOf(made), Buffer.from('<<<<<<< ours\n=======\n>>>>>>> theirs\n'));
    await call('review_changes', { scope: 'uncommitted' });
    await problemsSettle(() => problems(made).length > 0, 'the finding of the agent is shown');
    assert.ok((await openFindings()).some(each => each.path === made));
  });
});
