import { spawn } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hermeticGit } from './git.ts';
import type { TestRepository } from './repository.ts';

/** What a git server does with the requests it gets. Each may be changed while it runs. */
export interface GitServerBehaviour {
  /** The `authorization` header that is asked for; undefined lets everybody in. */
  authorization?: string | undefined;
  /** Answers a request itself, such as one of a provider's REST interface; undefined leaves it to git. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
}

/** A request that the server got. */
interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
}

/** A real git server over HTTP on loopback: `git http-backend` behind `node:http`. */
export class GitServer {
  readonly behaviour: GitServerBehaviour;
  readonly seen: SeenRequest[] = [];
  readonly #server: Server;
  readonly #folder: string;

  private constructor(server: Server, folder: string, behaviour: GitServerBehaviour) {
    this.#server = server;
    this.#folder = folder;
    this.behaviour = behaviour;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#respond(request, response).catch(() => response.destroy());
    });
  }

  static async start(behaviour: GitServerBehaviour = {}): Promise<GitServer> {
    const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'code-review-git-server-')));
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return new GitServer(server, folder, behaviour);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The clone address of a repository. */
  url(fullName: string): string {
    return `${this.origin}/${fullName}.git`;
  }

  /** The bare repository's folder, to push to. */
  folder(fullName: string): string {
    return path.join(this.#folder, `${fullName}.git`);
  }

  /** Serves a bare copy of a repository. @param options `hasFilters` is whether partial clones are allowed */
  async add(fullName: string, from: TestRepository, { hasFilters = true } = {}): Promise<string> {
    const folder = this.folder(fullName);
    await mkdir(path.dirname(folder), { recursive: true });
    await from.git('clone', '--quiet', '--bare', '.', folder);
    const settings = [
      ...['[uploadpack]', `allowFilter = ${hasFilters}`, 'allowAnySHA1InWant = true'],
      ...['[gc]', 'auto = 0', '[receive]', 'denyDeleteCurrent = ignore'],
    ];
    await appendFile(path.join(folder, 'config'), `${settings.join('\n')}\n`);
    return this.url(fullName);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization } = request.headers;
    this.seen.push({ method: request.method ?? '', url: request.url ?? '', authorization });
    if ((await this.behaviour.answer?.(request, response)) === true) return;
    const wanted = this.behaviour.authorization;
    if (wanted === undefined || wanted === authorization) {
      runBackend(this.#folder, request, response);
      return;
    }
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('Sign in first.\n');
  }
}

/** The header of HTTP Basic authentication. */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Runs git's own CGI program for a request. */
function runBackend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const { headers } = request;
  const env = {
    ...process.env,
    ...hermeticGit,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: decodeURIComponent(pathname),
    QUERY_STRING: search.slice(1),
    REQUEST_METHOD: request.method ?? 'GET',
    CONTENT_TYPE: headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
    GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    REMOTE_ADDR: '127.0.0.1',
  };
  const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  response.on('close', () => child.kill());
  child.on('error', () => response.destroy());
  request.pipe(child.stdin).on('error', () => undefined);
  let head: Buffer | undefined = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    if (head === undefined) {
      if (!response.write(chunk)) child.stdout.pause();
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const fields = head.toString('latin1', 0, end).split('\r\n');
    const rest = head.subarray(end + 4);
    head = undefined;
    let status = 200;
    for (const field of fields) {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(field) ?? [];
      if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.writeHead(status);
    response.write(rest);
  });
  response.on('drain', () => child.stdout.resume());
  child.stdout.on('end', () => response.end());
}
