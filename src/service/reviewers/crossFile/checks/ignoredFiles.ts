import { join } from 'node:path/posix';
import { foldersOf } from '../../../../core/system/foldersOf.ts';
import { matchesGlob } from '../../../../core/system/glob.ts';
import type { Tree } from '../check.ts';

/** A `.gitignore`. */
export interface IgnoreFacts {
  readonly kind: 'ignore';
  /** In their order. */
  readonly patterns: readonly string[];
}

/** Facts of a `.gitignore`. */
export function extractIgnored(text: string): IgnoreFacts {
  const lines = text.split(/\r?\n/).map(line => line.trim());
  return { kind: 'ignore', patterns: lines.filter(line => line !== '' && !line.startsWith('#')) };
}

/** The `.gitignore` by which git leaves out a path of a tree; undefined if none does. */
export function ignoredBy(tree: Pick<Tree<{ readonly kind: string }>, 'facts'>, path: string): string | undefined {
  return foldersOf(path)
    .map(folder => ({ folder, file: join(folder, '.gitignore') }))
    .find(({ folder, file }) => {
      const facts = tree.facts(file);
      const within = folder === '.' ? path : path.slice(folder.length + 1);
      return isIgnoring(facts) && isMatched(facts.patterns, within);
    })?.file;
}

function isIgnoring(facts: { readonly kind: string } | undefined): facts is IgnoreFacts {
  return facts?.kind === 'ignore';
}

/** Whether the last pattern that is about a path or a folder above it leaves it out. */
function isMatched(patterns: readonly string[], path: string): boolean {
  const parts = path.split('/');
  const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const last = patterns.findLast(each => {
    const [, pattern = '', slash = ''] = /^!?(.*?)(\/?)$/.exec(each) ?? [];
    const anchored = pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`;
    return (slash === '' ? prefixes : prefixes.slice(0, -1)).some(prefix => matchesGlob(anchored, prefix));
  });
  return last !== undefined && !last.startsWith('!');
}
