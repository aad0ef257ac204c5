import { basename, dirname, join } from 'node:path/posix';
import type { Tree } from '../../../check.ts';
import type { JavaScriptFacts } from '../facts.ts';
import { foldersOf } from '../../../../../../core/system/foldersOf.ts';

const extension = /(?:\.d)?\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|json)$/;

/** The last part of a module's name, which tells most modules apart without a look at the tree. */
export function endingOf(module: string): string {
  const name = module.replace(/\?.*$/s, '').replace(/\/+$/, '');
  return name.slice(name.lastIndexOf('/') + 1).replace(extension, '');
}

/** The endings of names under which files are imported, also through modules that export what those export. */
export function endingsOf(tree: Tree<JavaScriptFacts>, paths: Iterable<string>): ReadonlySet<string> {
  const endings = new Set<string>();
  const add = (path: string): void => {
    const own = endingOf(path);
    endings.add(own);
    // A folder stands for its index.
    if (own === 'index') for (const each of [basename(dirname(path)), '.', '..', '']) endings.add(each);
  };
  for (const path of paths) {
    add(path);
    // What a manifest exports may be called anything.
    for (const folder of foldersOf(path)) {
      const facts = tree.facts(join(folder, 'package.json'));
      if (facts?.kind !== 'manifest') continue;
      for (const each of [folder, facts.name ?? '', ...(facts.exports ?? []).map(([asked]) => asked)])
        endings.add(endingOf(each));
    }
  }
  const through = tree.paths.flatMap(path => {
    const facts = tree.facts(path);
    if (facts?.kind !== 'script') return [];
    const named = (facts.imports ?? []).filter(({ isExport }) => isExport === true).map(({ from }) => from);
    const sources = [...(facts.stars ?? []), ...named].map(endingOf);
    return sources.length === 0 ? [] : [{ path, sources }];
  });
  for (let size = -1; size !== endings.size;) {
    size = endings.size;
    for (const { path, sources } of through) if (sources.some(each => endings.has(each))) add(path);
  }
  return endings;
}
