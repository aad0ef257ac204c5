import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { hermeticGit } from '../../../host/git/git.ts';
import { TestRepository } from '../../../host/git/repository.ts';
import { completed, engineOf, programWith } from '../cli/runCommand.ts';
import { assertEnded } from '../reviewers/tools/processes.ts';
import { Agent, agentEnvironment } from './agent.ts';

// Writes down that it has begun, and never answers.
const stuckEngine = `process.on("message", () => {
  process.send({ type: "progress", progress: { stage: "thinking", progress: 0.5 } });
  require("node:fs").writeFileSync(process.env.STUCK_ENGINE, String(process.pid));
});`;

describe('the process that serves agents', () => {
  let folder: string;
  let repository: TestRepository;
  let running: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mcp-process-'));
    repository = await TestRepository.create({ 'a.ts': '1;\n' });
    await repository.write({ 'a.ts': '2;\n' });
  });
  beforeEach(async () => (running = await mkdtemp(path.join(folder, 'running-'))));
  after(async () => {
    await repository.dispose();
    await rm(folder, { recursive: true });
  });

  async function begun(): Promise<string> {
    const changes = watch(running, { signal: AbortSignal.timeout(200_000) })[Symbol.asyncIterator]();
    for (let change = changes.next(); ; change = changes.next()) {
      const [name] = await readdir(running);
      const id = name === undefined ? '' : await readFile(path.join(running, name), 'utf8');
      if (id !== '') return id;
      await change;
    }
  }

  async function stuck(): Promise<{ program: string; env: Record<string, string> }> {
    const program = await programWith(stuckEngine, path.join(folder, 'stuck'));
    return { program, env: { STUCK_ENGINE: path.join(running, 'engine') } };
  }

  it('stops a review and its engine when the agent cancels it, and goes on', async () => {
    const { program, env } = await stuck();
    const agent = await Agent.start({ home: path.join(folder, 'home'), cwd: repository.folder, program, env });
    const cancel = new AbortController();
    const review = agent.client.callTool({ name: 'review_changes', arguments: {} }, { signal: cancel.signal });
    review.catch(() => undefined);
    const engine = await begun();
    cancel.abort();
    await assert.rejects(review);
    await assertEnded(engine);
    assert.equal((await agent.data('get_review'))['verdict'], 'none');
    await agent.stop();
  });

  it('ends with standard input, and its engine too', async () => {
    const { program, env } = await stuck();
    const child = started(program, env);
    child.stdin.write(call(2, 'review_changes'));
    const engine = await begun();
    child.stdin.end();
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0);
    await assertEnded(engine);
  });

  it('ends where nobody reads any more', async () => {
    const program = await programWith(engineOf(completed), path.join(folder, 'quick'));
    const child = started(program, {});
    child.stdout.destroy();
    for (let id = 2; id < 5; id++) child.stdin.write(call(id, 'get_review'));
    child.stdin.on('error', () => undefined);
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0);
  });

  it('takes no more requests than it can answer from a client that does not read', async () => {
    const program = await programWith(engineOf(completed), path.join(folder, 'quick'));
    const child = started(program, {});
    // More than the pipes hold: the client has to wait once the server does.
    const many = Array.from({ length: 5_000 }, (_, index) => call(index + 2, 'nothing')).join('');
    let isTaken = false;
    child.stdin.write(many, () => (isTaken = true));
    await once(child.stdout, 'readable');
    child.stdin.end();
    child.stdout.resume();
    assert.equal(isTaken, false);
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0);
  });

  it('goes on after what is no message', async () => {
    const program = await programWith(engineOf(completed), path.join(folder, 'quick'));
    const child = started(program, {});
    child.stdin.write(`no JSON\n{"jsonrpc":"1.0"}\n[]\n${call(2, 'get_review')}`);
    let answers = '';
    for await (const chunk of child.stdout.setEncoding('utf8'))
      if ((answers += String(chunk)).includes('"id":2')) break;
    assert.match(answers, /"verdict":"none"/);
    child.stdin.end();
    const [code] = (await once(child, 'close')) as [number | null];
    assert.equal(code, 0);
  });

  it('speaks the newest protocol too', async () => {
    const program = await programWith(engineOf(completed), path.join(folder, 'quick'));
    const client = new Client({ name: 'unit-test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    const env = agentEnvironment(path.join(folder, 'home'));
    const args = [program, 'mcp'];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: repository.folder, env, stderr: 'ignore' }),
    );
    const result = await client.callTool({ name: 'get_review', arguments: {} });
    assert.equal((result.structuredContent as { verdict?: string }).verdict, 'none');
    await client.close();
  });

  function started(program: string, env: Record<string, string>): ChildProcessWithoutNullStreams {
    const child = spawn(process.execPath, [program, 'mcp'], {
      cwd: repository.folder,
      env: { ...process.env, ...hermeticGit, CODE_REVIEW_HOME: path.join(folder, 'home'), ...env },
    });
    child.stdin.write(
      message({
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      }),
    );
    child.stdin.write(message({ method: 'notifications/initialized' }));
    return child;
  }
});

function call(id: number, name: string): string {
  return message({ id, method: 'tools/call', params: { name, arguments: {} } });
}

function message(content: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...content })}\n`;
}
