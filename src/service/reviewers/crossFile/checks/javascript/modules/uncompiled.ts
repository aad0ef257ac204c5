import { dirname } from 'node:path/posix';
import { isTestPath } from '../../../../../engine/reviewer.ts';
import { isListed } from '../../../../linted/pathPatterns.ts';
import type { Tree, TreeChange } from '../../../check.ts';
import type { JavaScriptFacts } from '../facts.ts';
import { foldersOf } from '../../../../../../core/system/foldersOf.ts';

const javaScript = /\.[cm]?jsx?$/i;
const settingsName = /(?:^|\/)tsconfig(?:\.[\w-]+)?\.json$/;

/**
 * Whether nothing looks for types in a file: in JavaScript, and in a test that all settings of TypeScript in the nearest
 * folder that has some keep from the compiler, and did so before the change. Other files may be compiled by the settings of
 * a tool elsewhere.
 */
export function isUncompiled({ base, head }: TreeChange<JavaScriptFacts>, path: string): boolean {
  return javaScript.test(path) || (isTestPath(path) && [base, head].every(tree => isExcluded(tree, path)));
}

function isExcluded(tree: Tree<JavaScriptFacts>, path: string): boolean {
  const settings = tree.paths.filter(each => settingsName.test(each));
  const folder = foldersOf(path).find(each => settings.some(one => dirname(one) === each));
  if (folder === undefined) return false;
  const within = folder === '.' ? path : path.slice(folder.length + 1);
  return settings
    .filter(each => dirname(each) === folder)
    .every(each => {
      const facts = tree.facts(each);
      return facts?.kind === 'paths' && isListed({ patterns: facts.exclude ?? [], isAnywhere: false }, within);
    });
}
