import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../formats/repositoryPath.ts';

const mostPackages = 500;
/** What a package's `package.json` names the code by that others import. */
const entries = ['main', 'module', 'types', 'typings', 'exports'];

/**
 * Links the packages that are installed in the working tree into a copy of a commit: tools need them, and they are not
 * in the commit.
 * @param names paths of the files in the copy
 */
export async function linkPackages(root: string, folder: string, names: readonly string[]): Promise<void> {
  const packages = names.filter(name => /(?:^|\/)package\.json$/.test(name)).slice(0, mostPackages);
  const installed = packages.map(name => path.posix.join(path.posix.dirname(name), 'node_modules'));
  for (const name of ['.venv', 'venv']) await link(path.join(root, name), path.join(folder, name));
  for (const name of new Set(['node_modules', ...installed])) await linkInstalled(root, folder, name);
}

/**
 * Links each package: from the copy where it is a workspace of the repository. What else is in the folder, such as what
 * `tsc --build` knows of the last run, stays with the working tree.
 */
async function linkInstalled(root: string, folder: string, name: string): Promise<void> {
  const [from, to] = [path.join(root, name), path.join(folder, name)];
  if (existsSync(to)) return;
  for (const each of await packagesIn(from)) {
    await mkdir(path.dirname(path.join(to, each)), { recursive: true }).catch(() => undefined);
    await link((await workspaceOf(path.join(from, each), root, folder)) ?? path.join(from, each), path.join(to, each));
  }
}

/** Names of the packages in a `node_modules` folder, with scopes, and of the folder of their programs. */
async function packagesIn(folder: string): Promise<string[]> {
  const namesIn = (inside: string): Promise<string[]> => readdir(path.join(folder, inside)).catch((): string[] => []);
  const names = (await namesIn('.')).filter(name => !name.startsWith('.') || name === '.bin');
  const scoped = names.map(async name =>
    name.startsWith('@') ? (await namesIn(name)).map(each => path.join(name, each)) : [name],
  );
  return (await Promise.all(scoped)).flat();
}

/** The folder in the copy that stands for a link to a package of the repository; undefined if there is none. */
async function workspaceOf(file: string, root: string, folder: string): Promise<string | undefined> {
  if ((await readlink(file).catch(() => undefined)) === undefined) return undefined;
  const [target, top] = await Promise.all([realpath(file).catch(() => ''), realpath(root)]);
  const inside = path.relative(top, target);
  if (target === '' || inside === '' || !isInside(inside) || inside.split(path.sep).includes('node_modules'))
    return undefined;
  const copied = path.join(folder, inside);
  return (await isAsComplete(copied, target)) ? copied : undefined;
}

/** Whether the copy of a package has the code that others import: what is built first is only in the working tree. */
async function isAsComplete(copied: string, original: string): Promise<boolean> {
  const text = await readFile(path.join(copied, 'package.json'), 'utf8').catch(() => '{}');
  const targets = pathsIn(parsed(text));
  return existsSync(copied) && targets.every(each => existsIn(copied, each) || !existsIn(original, each));
}

function parsed(text: string): unknown {
  try {
    const manifest = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    return entries.map(each => manifest?.[each]);
  } catch {
    return [];
  }
}

/** All texts in a value of JSON. */
function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

/** A pattern such as `./dist/*.js` stands for its folder. */
function existsIn(folder: string, target: string): boolean {
  const [fixed = ''] = target.split('*', 1);
  return existsSync(path.join(folder, target.includes('*') ? path.dirname(`${fixed}x`) : fixed));
}

async function link(from: string, to: string): Promise<void> {
  // A junction needs no privilege on Windows; other systems ignore the type.
  if (existsSync(from) && !existsSync(to)) await symlink(from, to, 'junction').catch(() => undefined);
}
