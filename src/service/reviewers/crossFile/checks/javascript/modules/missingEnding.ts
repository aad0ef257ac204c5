import { join } from 'node:path/posix';
import { foldersOf } from '../../../../../../core/system/foldersOf.ts';
import { isTestPath } from '../../../../../engine/reviewer.ts';
import type { CrossFileFinding, Tree, TreeChange } from '../../../check.ts';
import type { ImportFacts, JavaScriptFacts } from '../facts.ts';
import { placeOf, quoted } from '../words.ts';
import { Exports } from './moduleExports.ts';

type Change = TreeChange<JavaScriptFacts>;

/** What loads modules, or makes them of others, and looks for the endings itself. */
const lenient =
  /^(?:(?:@swc|@rspack|@parcel|@babel)\/.*|@types\/bun|bun(?:-types)?|esbuild(?:-.*)?|jiti|next|nuxt|parcel|rollup|rspack|snowpack|ts-node(?:-dev)?|tsdown|tsup|tsx|unbuild|vite(?:-node)?|webpack(?:-.*)?)$/;

/** From so many imports on that all have an ending, the project is loaded by what needs them. */
const fewest = 8;

/** New imports of files without their ending, in modules that Node loads itself and where all others have one. */
export function missingEnding(change: Change): CrossFileFinding[] {
  const { base, head, changed } = change;
  const exports = new Exports(head);
  const known = new Map<string, boolean>();
  return [...changed].flatMap(([path, lines]) => {
    const bare = isTestPath(path) ? [] : ofFiles(head, path).filter(each => !hasEnding(each) && lines.has(each.at[0]));
    const folder = bare.length === 0 ? undefined : folderOfModules(head, path);
    if (folder === undefined || exports.manifestWith(path, name => lenient.test(name)) !== undefined) return [];
    if (!known.has(folder)) known.set(folder, needsEndings(base, folder));
    if (known.get(folder) !== true) return [];
    return bare.flatMap(({ from, at }): CrossFileFinding[] => {
      const target = exports.modules.resolve(path, from);
      if (target === undefined || !/\.[cm]?[jt]sx?$/.test(target) || /\/index\.\w+$/.test(target)) return [];
      return [
        {
          rule: 'cross-file/missing-ending',
          severity: 'medium',
          category: 'bug',
          title: `${quoted(from)} is imported without its ending, which Node needs in modules`,
          body: 'All other imports of files have one here. Node looks for no file with another name, and TypeScript refuses the import where it compiles for Node. Add the ending.',
          at: placeOf(path, at),
          related: [],
        },
      ];
    });
  });
}

/** The imports of files by a path, which nothing but the compiler or Node follows. */
function ofFiles(tree: Tree<JavaScriptFacts>, path: string): ImportFacts[] {
  const facts = tree.facts(path);
  if (facts?.kind !== 'script' || !/\.[jt]s$/.test(path)) return [];
  return (facts.imports ?? []).filter(
    ({ from, isType, isRequire }) => /^\.{1,2}\//.test(from) && isType !== true && isRequire !== true,
  );
}

function hasEnding({ from }: ImportFacts): boolean {
  return /\.\w+$/.test(from);
}

/** The folder of the nearest manifest, if its files are modules. */
function folderOfModules(tree: Tree<JavaScriptFacts>, path: string): string | undefined {
  const folder = foldersOf(path).find(each => tree.has(join(each, 'package.json')));
  const facts = folder === undefined ? undefined : tree.facts(join(folder, 'package.json'));
  return facts?.kind === 'manifest' && facts.isModule === true ? folder : undefined;
}

function needsEndings(tree: Tree<JavaScriptFacts>, folder: string): boolean {
  const inside = tree.paths.filter(each => folder === '.' || each.startsWith(`${folder}/`));
  const imports = inside.filter(each => folderOfModules(tree, each) === folder).flatMap(each => ofFiles(tree, each));
  return imports.length >= fewest && imports.every(hasEnding);
}
