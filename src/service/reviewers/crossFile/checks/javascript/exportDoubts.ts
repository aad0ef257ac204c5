import type { Tree } from '../../check.ts';
import type { ImportFacts, JavaScriptFacts } from './facts.ts';
import { ignoredBy } from '../ignoredFiles.ts';
import type { Exports } from './modules/moduleExports.ts';
import { quoted } from './words.ts';

/** What bundlers choose by platform, and what they take besides scripts. */
const platforms = [
  'android',
  'browser',
  'client',
  'desktop',
  'ios',
  'macos',
  'native',
  'node',
  'server',
  'web',
  'windows',
];
const sources = ['.ts', '.tsx', '.js', '.jsx'];
const otherModules = ['.astro', '.civet', '.coffee', '.gjs', '.gts', '.marko', '.mdx', '.res'];

/** The exports of one side, and the module that an import means there. */
interface Side {
  readonly exports: Exports;
  readonly module: string;
}

/** Files that may come in the place of a module: of another kind, or chosen in another way, by platform or compiler. */
export function inPlaceOf(path: string): string[] {
  const stem = path.replace(/(?:\/index)?(?:\.d)?\.\w+$/, '');
  const chosen = platforms.flatMap(each => sources.map(source => `.${each}${source}`));
  return [...sources, ...chosen, ...otherModules].map(each => stem + each).filter(each => each !== path);
}

/** What of a tree may give a module that is not there. */
export function substituteIn(tree: Tree<JavaScriptFacts>, path: string): string | undefined {
  const inPlace = inPlaceOf(path).find(each => tree.has(each));
  if (inPlace !== undefined) return `adds ${quoted(inPlace)}`;
  const manifest = path.replace(/(?:\/index)?(?:\.d)?\.\w+$/, '/package.json');
  const facts = tree.facts(manifest);
  if (facts?.kind === 'manifest' && facts.main !== undefined) return `has ${quoted(manifest)} lead elsewhere`;
  // What git leaves out may be made by a build.
  const ignoring = ignoredBy(tree, path);
  return ignoring === undefined ? undefined : `has ${quoted(ignoring)} leave it out`;
}

/** What gives a module, or one that may be meant in its place, a name that it does not list. */
export function mayHave(
  { exports, module }: Side,
  { path, from, name }: { readonly path: string; readonly from: string; readonly name: string },
): string | undefined {
  if (exports.script(module) === undefined) return `makes ${quoted(module)} what cannot be read`;
  if (exports.of(module).isOpen) return `gives ${quoted(module)} exports that cannot be listed`;
  const rewiring = name === 'default' ? rewiringOf(exports, module) : undefined;
  if (rewiring !== undefined) return `has ${quoted(rewiring)} give modules default exports`;
  const other = exports.modules.candidates(path, from).find(each => {
    const { names, isOpen } = exports.of(each);
    return each !== module && (isOpen || names.has(name));
  });
  if (other !== undefined) return `adds ${quoted(other)}`;
  const settings = exports.modules.overriding(path, from, module);
  return settings === undefined ? undefined : `has ${quoted(settings)} lead elsewhere first`;
}

/** The manifest of a module with a plugin that gives each module a default export, with which tests replace what it imports. */
export function rewiringOf(exports: Exports, module: string): string | undefined {
  return exports.manifestWith(module, name => name.startsWith('babel-plugin-rewire'));
}

/** Whether a module exports in the way in which it is asked. */
export function isAlike(
  exports: Exports,
  module: string,
  { isRequire, isDynamic }: Pick<ImportFacts, 'isRequire' | 'isDynamic'>,
): boolean {
  return (exports.script(module)?.isCommonJs === true) === (isRequire === true && isDynamic !== true);
}
