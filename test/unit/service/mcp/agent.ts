import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { pathToFileURL } from 'node:url';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { hermeticGit } from '../../../host/git/git.ts';
import { program } from '../cli/runCommand.ts';

interface Options {
  /** The folder of the user's data. */
  readonly home: string;
  readonly cwd: string;
  readonly args?: readonly string[];
  /** The folders that the client names as its roots; it names none where absent. */
  readonly roots?: readonly string[];
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a server is given that an agent starts: little, and where Node keeps what it compiled. */
export function agentEnvironment(home: string): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE: compiled } = process.env;
  return {
    PATH,
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
    CODE_REVIEW_HOME: home,
    ...hermeticGit,
  };
}

/** What a finding is in an answer. */
export interface Row {
  readonly id: string;
  readonly path?: string;
  readonly line?: number;
  readonly severity: string;
  readonly title: string;
  readonly decision: string;
  readonly state: string;
}

/** An agent: the official client, with the server as its child process. */
export class Agent {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  stderr = '';
  /** The folder that calls are about; the server's first root where undefined. */
  folder: string | undefined;

  private constructor(client: Client, transport: StdioClientTransport) {
    this.client = client;
    this.transport = transport;
    transport.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
  }

  static async start({
    home,
    cwd,
    args = [],
    roots,
    program: file = program,
    env: more = {},
  }: Options): Promise<Agent> {
    const capabilities = roots === undefined ? {} : { roots: {} };
    const client = new Client({ name: 'unit-test', version: '1.0.0' }, { capabilities });
    if (roots !== undefined)
      client.setRequestHandler('roots/list', () => ({
        roots: roots.map(root => ({ uri: pathToFileURL(root).href })),
      }));
    const env = { ...agentEnvironment(home), ...more };
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [file, 'mcp', ...args],
      cwd,
      env,
      stderr: 'pipe',
    });
    const agent = new Agent(client, transport);
    await client.connect(transport);
    return agent;
  }

  call(name: string, given: Record<string, unknown> = {}): Promise<CallToolResult> {
    const about = this.folder === undefined ? given : { folder: this.folder, ...given };
    return this.client.callTool({ name, arguments: about });
  }

  /** The data of an answer, which has to be none of a failure. */
  async data<T = Record<string, unknown>>(name: string, given: Record<string, unknown> = {}): Promise<T> {
    const result = await this.call(name, given);
    assert.ok(result.isError !== true, textOf(result));
    // Clients that read only text get the same.
    assert.deepEqual(JSON.parse(textOf(result).replace(/^.*\n/, '')), result.structuredContent);
    return result.structuredContent as T;
  }

  /** The sentence of a failure. */
  async failure(name: string, given: Record<string, unknown> = {}): Promise<string> {
    const result = await this.call(name, given);
    assert.equal(result.isError, true);
    return textOf(result);
  }

  async list(given: Record<string, unknown> = {}): Promise<readonly Row[]> {
    return (await this.data<{ findings: Row[] }>('list_findings', given)).findings;
  }

  stop(): Promise<void> {
    return this.client.close();
  }
}

function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : assert.fail('no text');
}
