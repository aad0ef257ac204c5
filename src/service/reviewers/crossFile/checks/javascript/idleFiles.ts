import path from 'node:path/posix';
import { hasRetiredName } from '../../../../engine/diff/isRetired.ts';
import type { Tree } from '../../check.ts';
import type { JavaScriptFacts } from './facts.ts';
import type { Exports } from './modules/moduleExports.ts';

/** Folders whose files a framework loads by their names, or a person for a look. */
const loadedByName = /(?:^|\/)(?:_?pages|routes?|app|screens|views|layouts|examples?|stories|sandbox)\//i;

/**
 * Tells which files nothing loads, of those that do nothing by themselves: barrels, which only hand on names, and components
 * of React that no file imports, and files that say that they are not used. What is missing there breaks nothing.
 */
export function idleIn(tree: Tree<JavaScriptFacts>, exports: Exports): (file: string) => boolean {
  const loaded = new Set(
    tree.paths.flatMap(file =>
      (exports.script(file)?.imports ?? []).map(({ from }) => exports.modules.resolve(file, from)),
    ),
  );
  const isOfPackage = (folder: string): boolean =>
    [folder, path.dirname(folder)].some(each => tree.has(path.join(each, 'package.json')));
  const isBarrel = (file: string): boolean => {
    const { imports = [], exports: names = [] } = exports.script(file) ?? {};
    const isHandedOn =
      imports.every(({ isExport }) => isExport === true) && names.every(({ from }) => from !== undefined);
    return /(?:^|\/)index\.[cm]?[jt]s$/.test(file) && isHandedOn && !isOfPackage(path.dirname(file));
  };
  return file => !loaded.has(file) && (isBarrel(file) || isComponent(file) || hasRetiredName(file));
}

function isComponent(file: string): boolean {
  const name = /([^/]+)(?:\/index)?\.[jt]sx$/.exec(file)?.[1] ?? '';
  return /^[A-Z]\w*[a-z]\w*$/.test(name) && !loadedByName.test(file);
}
