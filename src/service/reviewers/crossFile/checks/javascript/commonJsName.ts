import { join } from 'node:path/posix';
import { foldersOf } from '../../../../../core/system/foldersOf.ts';
import { isTestPath } from '../../../../engine/reviewer.ts';
import type { CrossFileFinding, Tree, TreeChange } from '../../check.ts';
import type { FreeName, JavaScriptFacts, ScriptFacts } from './facts.ts';
import { isSilencedFile } from './silenced.ts';
import { placeOf, quoted } from './words.ts';

type Change = TreeChange<JavaScriptFacts>;

/** What Node gives to CommonJS alone. */
const names = new Set(['require', '__dirname', '__filename']);

/**
 * Names of CommonJS that a change brings into modules of ECMAScript, where Node has none of them. A bundler may give them, as
 * may what loads settings, so that they are only named, and not where a module of the base has the name.
 */
export function commonJsName(change: Change): CrossFileFinding[] {
  const { base, head, changed } = change;
  const given = new Set(base.paths.flatMap(path => freeIn(base, path).map(([name]) => name)));
  return [...changed].flatMap(([path, lines]) => {
    const script = head.facts(path);
    if (script?.kind !== 'script' || isTestPath(path) || isSilencedFile(change, path, script)) return [];
    return freeIn(head, path).flatMap(([name, places]): CrossFileFinding[] => {
      const at = places.find(([line]) => lines.has(line));
      if (at === undefined || given.has(name)) return [];
      return [
        {
          rule: 'cross-file/commonjs-name',
          severity: 'medium',
          category: 'bug',
          title: `${quoted(name)} is not defined in a module of ECMAScript`,
          body: '',
          at: placeOf(path, at),
          related: [],
          unexplained: [name],
        },
      ];
    });
  });
}

/** The names of CommonJS that a file uses and does not declare, if Node loads it as a module of ECMAScript. */
function freeIn(tree: Tree<JavaScriptFacts>, path: string): readonly FreeName[] {
  const facts = tree.facts(path);
  const isLoadedAsModule = ({ isModule }: ScriptFacts): boolean =>
    // What its ending makes a module is one without imports too.
    path.endsWith('.mjs') ||
    (isModule === true && /\.jsx?$/.test(path) && isOfModules(tree, path) && !path.endsWith('.config.js'));
  if (facts?.kind !== 'script' || !isLoadedAsModule(facts)) return [];
  return (facts.free ?? []).filter(([name]) => names.has(name));
}

function isOfModules(tree: Tree<JavaScriptFacts>, path: string): boolean {
  const manifest = foldersOf(path)
    .map(folder => tree.facts(join(folder, 'package.json')))
    .find(facts => facts?.kind === 'manifest');
  return manifest?.kind === 'manifest' && manifest.isModule === true;
}
