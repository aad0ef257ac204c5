import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';

/** What the extension asks, and what the workbench and code in it are drawn with. */
const neededBuiltIns = [
  ...['git', 'git-base'],
  ...['theme-defaults', 'theme-seti'],
  ...['javascript', 'json', 'markdown-basics', 'python', 'typescript-basics'],
];

/** Links an extension into a folder of installed ones: the first start of a server takes every folder that it finds there. */
export async function linkExtension(extension: string, installed: string): Promise<void> {
  const { publisher, name, version } = JSON.parse(
    await readFile(path.join(extension, 'package.json'), 'utf8'),
  ) as Record<'publisher' | 'name' | 'version', string>;
  await mkdir(installed, { recursive: true });
  await symlink(extension, path.join(installed, `${publisher}.${name}-${version}`));
}

/** Links those of a server's built-in extensions that most tests need: to read all hundred takes a fourth of a window's start. */
export async function linkFewBuiltIns(server: string, folder: string): Promise<void> {
  await mkdir(folder);
  await Promise.all(
    neededBuiltIns.map(name => symlink(path.join(server, 'extensions', name), path.join(folder, name))),
  );
}
