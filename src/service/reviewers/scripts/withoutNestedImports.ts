import { posix } from 'node:path';
import { searchTree } from '../../../git/content/searchTree.ts';
import type { GitReader } from '../../../git/run/git.ts';
import type { Reviewer } from '../../engine/reviewer.ts';
import type { Repository } from '../refining/refined.ts';
import { withoutWhere } from '../refining/withoutWhere.ts';
import { isNestedImport } from '../typescriptReviewer.ts';

/** Dependencies on what loads `import` in a block: Parcel's own settings of Babel allow it, and Meteor compiles it. */
const bundlers = /"(?:parcel|parcel-bundler|meteor-node-stubs)"\s*:/;
/** The option of Babel's parser that allows it. */
const option = 'allowImportExportEverywhere';

/**
 * TypeScript's reviewer without what it says of `import` and `export` in blocks where a tool of the repository at the merge
 * base loads them.
 */
export function withoutNestedImports(reviewer: Reviewer, repository: Repository): Reviewer {
  return withoutWhere(reviewer, repository, isNestedImport, areLoaded);
}

async function areLoaded(git: GitReader, root: string, commit: string, signal: AbortSignal): Promise<boolean> {
  const allowed = await searchTree(git, root, commit, [option], ['js', 'cjs', 'mjs', 'json', 'babelrc'], signal);
  if (allowed.length > 0) return true;
  const named = await searchTree(git, root, commit, ['parcel', 'meteor'], ['json'], signal);
  return named.some(({ path, text }) => posix.basename(path) === 'package.json' && bundlers.test(text));
}
