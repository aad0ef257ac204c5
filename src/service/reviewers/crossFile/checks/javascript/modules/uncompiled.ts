import { join } from 'node:path/posix';
import { isListed } from '../../../../linted/pathPatterns.ts';
import type { Tree } from '../../../check.ts';
import type { JavaScriptFacts } from '../facts.ts';
import { foldersOf } from '../lockedPackages.ts';

/** Whether the settings of TypeScript that are nearest to a file keep it from the compiler, which alone looks for types. */
export function isUncompiled(tree: Tree<JavaScriptFacts>, path: string): boolean {
  for (const folder of foldersOf(path)) {
    const settings = tree.facts(join(folder, 'tsconfig.json'));
    if (settings?.kind !== 'paths') continue;
    const within = folder === '.' ? path : path.slice(folder.length + 1);
    return isListed({ patterns: settings.exclude ?? [], isAnywhere: false }, within);
  }
  return false;
}
