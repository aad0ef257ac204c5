import { posix } from 'node:path';
import { searchTree } from '../../../git/content/searchTree.ts';
import type { GitReader } from '../../../git/run/git.ts';
import type { Reviewer } from '../../engine/reviewer.ts';
import type { Repository } from '../refining/refined.ts';
import { withoutWhere } from '../refining/withoutWhere.ts';
import { typesRule } from '../typescriptReviewer.ts';
import { saysFlow } from './saysFlow.ts';

/** Sections of `.flowconfig`. */
const sections = ['ignore', 'include', 'libs', 'lints', 'options', 'strict', 'declarations', 'untyped', 'version'];
const lockFiles = new Set(['package-lock.json', 'npm-shrinkwrap.json']);
/** Flow's own tools, and presets and plugins that take its types out. */
const tools =
  /["'](?:flow-(?:bin|remove-types|strip-types|node)|(?:@babel\/|babel-)?(?:preset|plugin)-(?:[\w-]+-)?flow(?:-[\w-]+)?)["']|\bpresets\b.*["']flow["']/;
/** What takes out types of Flow without being told. */
const strippers =
  /"(?:react-native|expo|metro|react-scripts|babel-preset-(?:react-app|react|expo|react-native|fbjs)|gatsby)"\s*:/;

/**
 * TypeScript's reviewer without what it says of types in JavaScript where the repository has Flow at the merge base, or
 * something that takes out its types.
 */
export function withoutFlow(reviewer: Reviewer, repository: Repository): Reviewer {
  return withoutWhere(reviewer, repository, ({ rule }) => typesRule.test(rule), hasFlow);
}

async function hasFlow(git: GitReader, root: string, commit: string, signal: AbortSignal): Promise<boolean> {
  const settings = await searchTree(git, root, commit, sections, ['flowconfig'], signal);
  if (settings.length > 0) return true;
  const said = await searchTree(git, root, commit, ['flow'], ['js', 'jsx', 'mjs', 'cjs', 'json', 'babelrc'], signal);
  if (said.some(({ path, text }) => !lockFiles.has(posix.basename(path)) && (saysFlow(text) || tools.test(text))))
    return true;
  const words = ['react', 'expo', 'metro', 'gatsby', 'babel'];
  const named = await searchTree(git, root, commit, words, ['json'], signal);
  return named.some(({ path, text }) => posix.basename(path) === 'package.json' && strippers.test(text));
}
