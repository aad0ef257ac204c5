import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cached } from './cache.ts';

// The npm package holds the server and web workbench of the VS Code whose version is in its own (4.139.1 = 1.139.1).
const version = '4.139.1';
const lib = 'node_modules/code-server/lib/vscode';

/** The folder that holds the VS Code server's `out/server-main.js`; downloaded from npm into the cache the first time. */
export async function vscodeServer(): Promise<string> {
  const folder = await cached(`code-server-${version}`, async partial => {
    console.log(`Downloading the VS Code server (code-server ${version}) from npm into .vscode-test, once…`);
    await writeFile(path.join(partial, 'package.json'), '{ "private": true }\n');
    await npmInstall(partial, `code-server@${version}`);
    await npmInstall(path.join(partial, lib), '--omit=dev');
    if (!existsSync(path.join(partial, lib, 'out/server-main.js'))) {
      throw new Error(`The npm package code-server ${version} holds no VS Code server.`);
    }
  });
  return path.join(folder, lib);
}

/** No install script runs: they compile native modules that the server does without. */
async function npmInstall(folder: string, argument: string): Promise<void> {
  const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', argument];
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const [command, args]: [string, string[]] =
    npm === undefined ? ['npm', install] : [node ?? process.execPath, [npm, ...install]];
  try {
    await promisify(execFile)(command, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    throw new Error(
      'VS Code server is not in .vscode-test and the npm registry could not be reached ' +
        `(npm ${argument.startsWith('-') ? 'install' : argument}: ${reason(error)}). ` +
        'Connect to the network once and run this again.',
      { cause: error },
    );
  }
}

/** The first line in which npm says what went wrong. */
function reason(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = output.split('\n').filter(line => /^npm (?:error|ERR!) (?!code|errno|syscall)/.test(line));
  return (lines[0] ?? String(error)).replace(/^npm (?:error|ERR!) /, '').slice(0, 300);
}
