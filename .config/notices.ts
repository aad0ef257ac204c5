import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from './bundles.ts';
import { holders, vendoredIn, type Vendored } from './vendored.ts';

/** A package whose code is in a bundle. */
export interface BundledPackage {
  readonly name: string;
  /** Its version, or which package holds it. */
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  /** What its licence asks to be passed on, each text once. */
  readonly texts: readonly string[];
}

const noticeFile = /^(?:licen[cs]e|copying|copyright|notice|third-?party)/i;
const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Packages of which a file is copied beside the bundles. */
const copied = ['node_modules/@astral-sh/ruff-wasm-nodejs'];

/** The packages whose code is in the bundles, by name and version. @throws Error where one has no licence that is known */
export async function bundledPackages({ inputs }: Pick<Metafile, 'inputs'>): Promise<BundledPackage[]> {
  const folders = new Map<string, Set<string>>(copied.map(folder => [folder, new Set([folder])]));
  for (const file of Object.keys(inputs)) {
    const [folder] = packageFolder.exec(file) ?? [];
    if (folder === undefined) continue;
    const withCode = folders.get(folder) ?? new Set<string>();
    folders.set(folder, withCode);
    // Code that a package has taken over lies in a folder below, beside its own licence.
    for (let below = path.posix.dirname(file); below.length >= folder.length; below = path.posix.dirname(below))
      withCode.add(below);
  }
  const packages = await Promise.all([...folders].map(([folder, withCode]) => packageIn(folder, [...withCode].sort())));
  const names = new Set(packages.map(({ name }) => name));
  const vendored = (await vendoredIn(Object.keys(inputs))).filter(({ name }) => !names.has(name)).map(vendoredPackage);
  const unique = new Map([...packages, ...vendored].map(each => [`${each.name} ${each.version}`, each]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

function vendoredPackage({ name, within }: Vendored): BundledPackage {
  const holder = holders[name];
  if (holder === undefined) throw new Error(`${within} holds code of ${name}: say in .config/vendored.ts whose it is.`);
  return { name, version: `in ${within}`, license: 'MIT', texts: [standardText('MIT', holder)] };
}

/**
 * Writes ThirdPartyNotices.txt: the licences of what bundles hold, with the comments about licences that esbuild has put
 * beside them, which go. @param bundles folder of the bundles
 */
export async function writeNotices(metafile: Pick<Metafile, 'inputs'>, bundles: string, target: string): Promise<void> {
  const names = (await readdir(bundles)).filter(name => name.endsWith('.LEGAL.txt'));
  const files = names.map(name => path.join(bundles, name));
  const comments = await Promise.all(files.map(async file => (await readFile(file, 'utf8')).trim()));
  await writeFile(target, noticesText(await bundledPackages(metafile), comments));
  await Promise.all(files.map(file => rm(file)));
}

/** The text of ThirdPartyNotices.txt. @param comments what the sources themselves say of their licences */
export function noticesText(packages: readonly BundledPackage[], comments: readonly string[]): string {
  const parts = packages.map(({ name, version, license, texts }) =>
    [`${name} ${version} (${license})`, ...texts].join('\n\n'),
  );
  const said = comments.length === 0 ? [] : [['Notices in the code of these packages', ...comments].join('\n\n')];
  const first = 'This contains code of the following packages. Each is followed by its licence.';
  return `${[first, ...parts, ...said].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

async function packageIn(folder: string, withCode: readonly string[]): Promise<BundledPackage> {
  const manifest = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
    readonly author?: string | { readonly name?: string };
  };
  const { name, version, license = '', author } = manifest;
  const files = (await Promise.all(withCode.map(noticesIn))).flat();
  const texts = files.length > 0 ? files : await sectionOfReadme(folder);
  if (license === '' || texts.length === 0) throw new Error(`${name} ${version} has no licence that is known.`);
  const grants = texts.some(text => /permission|redistribution|licensed under/i.test(text));
  const holder = typeof author === 'string' ? author : author?.name;
  return { name, version, license, texts: grants ? [...new Set(texts)] : [...texts, standardText(license, holder)] };
}

async function noticesIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true });
  const names = entries.filter(entry => entry.isFile() && noticeFile.test(entry.name)).map(({ name }) => name);
  return Promise.all(names.sort().map(async name => (await readFile(path.join(root, folder, name), 'utf8')).trim()));
}

/** From the heading that names the licence to the end, where nothing else says it. */
async function sectionOfReadme(folder: string): Promise<string[]> {
  const names = await readdir(path.join(root, folder));
  const readme = names.find(name => /^readme/i.test(name));
  if (readme === undefined) return [];
  const text = await readFile(path.join(root, folder, readme), 'utf8');
  const [section] = /^(?:#+ *)?licen[cs]e\b[^\n]*\n[^]*/im.exec(text) ?? [];
  return section === undefined ? [] : [section.trim()];
}

/** For a package that only names its licence. */
function standardText(license: string, holder = 'its authors'): string {
  if (license !== 'MIT') throw new Error(`The text of ${license} is not known.`);
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
