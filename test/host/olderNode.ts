import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cached } from './cache.ts';
import { npmInstall } from './programs/npmInstall.ts';

// The oldest Node that a supported VS Code has.
const version = '22.19.0';

/** The executable of an older Node, downloaded from npm into the cache the first time. */
export async function olderNode(): Promise<string> {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = await cached(`node-${version}`, async partial => {
    console.log(`Downloading Node ${version} from npm into .vscode-test, once…`);
    await writeFile(path.join(partial, 'package.json'), '{ "private": true }\n');
    await npmInstall(`Node ${version}`, partial, `${name}@${version}`);
  });
  const bin = path.join(folder, 'node_modules', name, 'bin');
  const windows = path.join(bin, 'node.exe');
  return existsSync(windows) ? windows : path.join(bin, 'node');
}
