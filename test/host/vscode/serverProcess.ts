import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { installedExtension } from './installedExtension.ts';
import { linkExtension, linkFewBuiltIns } from './linkExtensions.ts';
import { leanSettings, quietSettings } from './settings.ts';
import { vscodeServer } from './vscodeServer.ts';

export interface ServerOptions {
  /** Loopback port; 0 or absent takes a free one. */
  readonly port?: number;
  /** User settings beside the quiet ones every run has. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Extensions to install before the start, as `.vsix` files. */
  readonly vsix?: readonly string[];
  /** Folders of built extensions to have installed without a copy. */
  readonly extensions?: readonly string[];
  /** Whether it has only what our extension needs: few of the built-in extensions, and editors that draw the text alone. */
  readonly lean?: boolean;
  /** Whether its windows may run an extension in development, and then show no notifications. */
  readonly development?: boolean;
}

/** What a page asks of the window it opens: an extension in development and the module to run beside it. */
export interface Development {
  readonly extension: string;
  readonly testsModule: string;
}

/** A VS Code server of its own on loopback, with data folders of its own, that ends with everything it started. */
export class ServerProcess {
  readonly port: number;
  readonly #token: string;
  readonly #process: ChildProcess;
  readonly #dataFolder: string;

  private constructor(port: number, token: string, process: ChildProcess, dataFolder: string) {
    this.port = port;
    this.#token = token;
    this.#process = process;
    this.#dataFolder = dataFolder;
  }

  static async start(options: ServerOptions = {}): Promise<ServerProcess> {
    const server = await vscodeServer();
    const dataFolder = await mkdtemp(path.join(tmpdir(), 'code-review-vscode-'));
    const token = randomBytes(16).toString('hex');
    const tokenFile = path.join(dataFolder, 'token');
    await writeFile(tokenFile, token, { mode: 0o600 });
    await mkdir(path.join(dataFolder, 'data/User'), { recursive: true });
    const settings = { ...quietSettings, ...(options.lean === true ? leanSettings : {}), ...options.settings };
    await writeFile(path.join(dataFolder, 'data/User/settings.json'), JSON.stringify(settings, undefined, 2));
    const main = [path.join(server, 'out/server-main.js'), '--server-data-dir', dataFolder];
    const always = ['--accept-server-license-terms', '--telemetry-level', 'off'];
    // The environment is that of this process, not of a shell that is started for it; all is on this machine.
    const quick = ['--force-disable-user-env', '--disable-websocket-compression'];
    const packed = await Promise.all((options.vsix ?? []).map(installedExtension));
    for (const extension of [...packed, ...(options.extensions ?? [])])
      await linkExtension(extension, path.join(dataFolder, 'extensions'));
    const builtIn = path.join(dataFolder, 'built-in');
    if (options.lean === true) await linkFewBuiltIns(server, builtIn);
    const lean = options.lean === true ? ['--builtin-extensions-dir', builtIn] : [];
    const listen = ['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--connection-token-file', tokenFile];
    // The driver is what makes a page honour the development part of its address; it also keeps notifications quiet.
    const driver = options.development === true ? ['--enable-smoke-test-driver'] : [];
    const child = spawn(process.execPath, [...main, ...always, ...quick, ...listen, ...lean, ...driver], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...options.env,
        // Reviews and decisions are the user's, not the editor's: those of one run are no other's.
        CODE_REVIEW_HOME: path.join(dataFolder, 'code-review'),
        // Each window would ask a login shell for the environment of terminals, which a command line has.
        VSCODE_CLI: '1',
      },
      // A group of its own, so that all it started can be ended together.
      detached: true,
    });
    try {
      return new ServerProcess(await listeningPort(child), token, child, dataFolder);
    } catch (error) {
      await end(child, dataFolder);
      throw error;
    }
  }

  /** The address of the workbench on a folder or a workspace file (absolute), or without one. */
  address(folder: string | undefined, development?: Development): string {
    const query = new URLSearchParams({ tkn: this.#token, ...opened(folder) });
    if (development) {
      const remote = (file: string): string => `vscode-remote://127.0.0.1:${this.port}${file}`;
      const payload = [
        ['extensionDevelopmentPath', remote(development.extension)],
        ['extensionTestsPath', remote(development.testsModule)],
      ];
      query.set('payload', JSON.stringify(payload));
    }
    return `http://127.0.0.1:${this.port}/?${query.toString()}`;
  }

  /** Ends the server, its extension hosts and their children, and removes its data. */
  dispose(): Promise<void> {
    return end(this.#process, this.#dataFolder);
  }
}

function opened(folder: string | undefined): Record<string, string> {
  if (folder === undefined) return { ew: 'true' };
  return folder.endsWith('.code-workspace') ? { workspace: folder } : { folder };
}

async function listeningPort(child: ChildProcess): Promise<number> {
  const lines: string[] = [];
  const port = new Promise<number>(resolve => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on('line', line => {
        const match = /^Extension host agent listening on (\d+)/.exec(line);
        if (match) resolve(Number(match[1]));
        if (lines.length < 200) lines.push(line);
      });
    }
  });
  const exit = once(child, 'exit').then(() => {
    const taken = lines.find(line => line.includes('EADDRINUSE'));
    if (taken !== undefined) throw new Error('The port is taken by another program. Choose another with --port.');
    throw new Error(`The VS Code server did not start:\n${lines.slice(-10).join('\n')}`);
  });
  return Promise.race([port, exit]);
}

async function end(child: ChildProcess, dataFolder: string): Promise<void> {
  const group = child.pid;
  if (group !== undefined) {
    const deadline = Date.now() + 5_000;
    signalGroup(group, 'SIGTERM');
    while (signalGroup(group, 0) && Date.now() < deadline) await delay(50);
    signalGroup(group, 'SIGKILL');
  }
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Whether the group still has a process to signal. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}
