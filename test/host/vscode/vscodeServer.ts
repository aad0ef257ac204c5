import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cached } from '../cache.ts';
import { npmInstall } from '../programs/npmInstall.ts';

// The npm package holds the server and web workbench of the VS Code whose version is in its own (4.139.1 = 1.139.1).
const version = '4.139.1';
const lib = 'node_modules/code-server/lib/vscode';

/** The folder that holds the VS Code server's `out/server-main.js`; downloaded from npm into the cache the first time. */
export async function vscodeServer(): Promise<string> {
  const folder = await cached(`code-server-${version}`, async partial => {
    console.log(`Downloading the VS Code server (code-server ${version}) from npm into .vscode-test, once…`);
    await writeFile(path.join(partial, 'package.json'), '{ "private": true }\n');
    await npmInstall('VS Code server', partial, `code-server@${version}`);
    // The scripts would compile native modules that the server does without.
    await npmInstall('VS Code server', path.join(partial, lib), '--omit=dev');
    if (!existsSync(path.join(partial, lib, 'out/server-main.js'))) {
      throw new Error(`The npm package code-server ${version} holds no VS Code server.`);
    }
  });
  return path.join(folder, lib);
}
