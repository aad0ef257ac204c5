import path from 'node:path/posix';
import { lazy } from '../../../../../core/base/lazy.ts';
import { matchesGlob } from '../../../../../core/system/glob.ts';
import { hasRetiredName } from '../../../../engine/diff/isRetired.ts';
import type { Tree } from '../../check.ts';
import type { JavaScriptFacts } from './facts.ts';
import type { Exports } from './modules/moduleExports.ts';

/** Folders whose files a framework loads by their names, or a person for a look. */
const loadedByName = /(?:^|\/)(?:_?pages|routes?|app|screens|views|layouts|examples?|stories|sandbox)\//i;

/**
 * Tells which files nothing loads, of those that do nothing by themselves: barrels, which only hand on names, and components
 * of React that no file imports, and files that say that they are not used. What is missing there breaks nothing. What a
 * command of a manifest runs is loaded, and so is what a script loads by a pattern.
 */
export function idleIn(tree: Tree<JavaScriptFacts>, exports: Exports): (file: string) => boolean {
  const loaded = new Set(
    tree.paths.flatMap(file =>
      (exports.script(file)?.imports ?? []).map(({ from }) => exports.modules.resolve(file, from)),
    ),
  );
  const isRun = lazy(() => runIn(tree, exports));
  const isOfPackage = (folder: string): boolean =>
    [folder, path.dirname(folder)].some(each => tree.has(path.join(each, 'package.json')));
  const isBarrel = (file: string): boolean => {
    const { imports = [], exports: names = [] } = exports.script(file) ?? {};
    const isHandedOn =
      imports.every(({ isExport }) => isExport === true) && names.every(({ from }) => from !== undefined);
    return /(?:^|\/)index\.[cm]?[jt]s$/.test(file) && isHandedOn && !isOfPackage(path.dirname(file));
  };
  return file => !loaded.has(file) && (isBarrel(file) || isComponent(file) || hasRetiredName(file)) && !isRun()(file);
}

/** Tells which files the commands of manifests run, and which are loaded by a pattern instead of their name. */
function runIn(tree: Tree<JavaScriptFacts>, exports: Exports): (file: string) => boolean {
  const run = new Set<string | undefined>();
  const patterns = new Set<string>();
  for (const file of tree.paths) {
    const facts = tree.facts(file);
    if (facts?.kind === 'manifest')
      for (const each of facts.runs ?? []) run.add(exports.modules.resolve(file, `./${each}`));
    if (facts?.kind === 'script') for (const each of facts.globs ?? []) patterns.add(patternFrom(file, each));
  }
  return file => run.has(file) || [...patterns].some(pattern => matchesGlob(pattern, file));
}

/** A pattern of a script as one of paths of the repository. What an alias or the top of the project stands for may be anywhere. */
function patternFrom(file: string, pattern: string): string {
  // Of what is in braces, anything.
  const plain = pattern.replace(/\{[^}]*\}/g, '**');
  if (/^\.{1,2}\//.test(plain)) return path.join(path.dirname(file), plain);
  return `**/${plain.replace(/^(?:[@~]?\/|[@~#][\w-]*\/)/, '')}`;
}

function isComponent(file: string): boolean {
  const name = /([^/]+)(?:\/index)?\.[jt]sx$/.exec(file)?.[1] ?? '';
  return /^[A-Z]\w*[a-z]\w*$/.test(name) && !loadedByName.test(file);
}
