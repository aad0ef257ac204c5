import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { vscodeServer } from './vscodeServer.ts';

const installed = new Map<string, Promise<string>>();

/** The folder into which a VS Code server installs a `.vsix` file: once for all servers that this process starts. */
export function installedExtension(vsix: string): Promise<string> {
  const folder = installed.get(vsix) ?? install(vsix);
  installed.set(vsix, folder);
  return folder;
}

async function install(vsix: string): Promise<string> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'code-review-installed-'));
  process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true }));
  const main = path.join(await vscodeServer(), 'out/server-main.js');
  const always = ['--server-data-dir', dataFolder, '--accept-server-license-terms', '--telemetry-level', 'off'];
  await promisify(execFile)(process.execPath, [main, ...always, '--install-extension', vsix]);
  const extensions = path.join(dataFolder, 'extensions');
  const [name] = (await readdir(extensions, { withFileTypes: true })).filter(each => each.isDirectory());
  if (name === undefined) throw new Error(`The VS Code server did not install ${vsix}.`);
  return path.join(extensions, name.name);
}
