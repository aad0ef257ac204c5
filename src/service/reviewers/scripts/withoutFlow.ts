import { posix } from 'node:path';
import { searchTree } from '../../../git/content/searchTree.ts';
import type { GitReader } from '../../../git/run/git.ts';
import type { EngineJob } from '../../engine/messages.ts';
import type { Reviewer } from '../../engine/reviewer.ts';
import { offline } from '../../repositoryIndex/offline.ts';
import { askInTime } from '../askInTime.ts';
import { typesRule } from '../typescriptReviewer.ts';
import { saysFlow } from './saysFlow.ts';

interface Parts {
  readonly git: GitReader;
  readonly job: Pick<EngineJob, 'root'>;
}

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
 * something that takes out its types. Where git cannot tell, nothing is said of them.
 */
export function withoutFlow(reviewer: Reviewer, { git, job }: Parts): Reviewer {
  const here = offline(git);
  return {
    ...reviewer,
    review: async (diff, signal, report, others) => {
      const outcome = await reviewer.review(diff, signal, report, others);
      if (outcome.status !== 'ok') return outcome;
      const typed = outcome.findings.filter(({ rule }) => typesRule.test(rule));
      if (typed.length === 0) return outcome;
      const answers: boolean[] = [];
      await askInTime(signal, async bounded => {
        answers.push(await hasFlow(here, job.root, diff.mergeBase, bounded));
      });
      const paths = new Set(typed.map(({ file }) => file.path));
      const { read } = outcome;
      return {
        ...outcome,
        findings: answers.includes(false) ? outcome.findings : outcome.findings.filter(each => !typed.includes(each)),
        // What depends on other files is not reused while only this one is unchanged.
        ...(read && { read: read.filter(path => !paths.has(path)) }),
      };
    },
  };
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
