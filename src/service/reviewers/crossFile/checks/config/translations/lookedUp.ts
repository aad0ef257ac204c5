import type { Tree, TreeChange } from '../../../check.ts';
import type { KnownKeys } from './knownKeys.ts';
import type { KeyUse, TranslationFacts } from './translationFacts.ts';

/** Least uses of a package, and share of them that are known, for what is missing to be an error. */
const leastUses = 30;
const leastShare = 0.9;

/** A use and its file. */
export interface PlacedUse extends KeyUse {
  readonly path: string;
  readonly isScoped: boolean;
}

/** The uses in some files of a tree. */
export function usesIn(tree: Tree<TranslationFacts>, paths: Iterable<string>): PlacedUse[] {
  return [...paths].flatMap(path => {
    const { uses = [], isScoped = false } = tree.facts(path) ?? {};
    return uses.map(use => ({ ...use, path, isScoped }));
  });
}

/**
 * Whether a use is of a text that the locale files must have: nearly all of its package are known, and neither the key
 * nor all that begins like it was unknown before.
 */
export function mustBeKnown(
  { base, head }: TreeChange<TranslationFacts>,
  known: KnownKeys,
  before: KnownKeys,
): (use: PlacedUse) => boolean {
  const counts = new Map<string, { all: number; known: number }>();
  for (const use of usesIn(head, head.paths)) {
    const count = counts.get(packageOf(use.path, head)) ?? { all: 0, known: 0 };
    count.all++;
    if (known.has(use, use.isScoped)) count.known++;
    counts.set(packageOf(use.path, head), count);
  }
  const unknownBefore = usesIn(base, base.paths).filter(use => !before.has(use, use.isScoped));
  const oldKeys = new Set(unknownBefore.map(({ key }) => key));
  const oldTops = new Set(unknownBefore.map(topOf));
  return use => {
    const { all, known: found } = counts.get(packageOf(use.path, head)) ?? { all: 0, known: 0 };
    if (all < leastUses || found < leastShare * all || oldKeys.has(use.key)) return false;
    const top = topOf(use);
    return top === undefined || known.has({ key: top }) || !oldTops.has(top);
  };
}

function packageOf(path: string, tree: Tree<TranslationFacts>): string {
  let folder = path;
  do folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
  while (folder !== '' && !tree.has(`${folder}/package.json`));
  return folder;
}

/** `settings` of `settings.title`. */
function topOf({ key }: KeyUse): string | undefined {
  return /^([\w-]+)[.:]/.exec(key)?.[1];
}
