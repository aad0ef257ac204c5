import type { Check, CrossFileFinding, Place, Tree, TreeChange } from '../../../check.ts';
import { weighed } from '../../../doubt.ts';
import { KnownKeys } from './knownKeys.ts';
import { localePath } from './localePath.ts';
import { mustBeKnown, usesIn, type PlacedUse } from './lookedUp.ts';
import type { TranslationFacts } from './translationFacts.ts';

/** Finds keys of texts that no locale file has: new ones, and used ones that the change removes. */
export const missingTranslationCheck: Check<TranslationFacts> = change => {
  const { base, head, changed } = change;
  const locales = [...changed.keys()].filter(path => localePath(path) !== undefined);
  const isNew = ({ path, line }: PlacedUse): boolean => changed.get(path)?.has(line) === true;
  const news = usesIn(head, changed.keys()).filter(isNew);
  const lost = lostKeys(locales, change);
  if (news.length === 0 && lost.size === 0) return [];
  const known = new KnownKeys(head);
  const removed = new Map([...lost].filter(([key]) => !known.has({ key })));
  const missing = (removed.size > 0 ? usesIn(head, head.paths) : news).filter(use => !known.has(use, use.isScoped));
  if (missing.length === 0) return [];
  const before = new KnownKeys(base);
  const isOfTexts = mustBeKnown(change, known, before);
  const broken = missing.filter(
    use => !isText(use.key) && (isNew(use) || before.has(use, use.isScoped)) && isOfTexts(use),
  );
  const firstFiles = new Map(broken.toReversed().map(({ key, path }) => [key, path]));
  const groups = Map.groupBy(broken, use => {
    // What belongs together: keys below the same one, or else those in one file.
    const group = /^[\w.:-]+(?=[.:])/.exec(use.key)?.[0] ?? firstFiles.get(use.key) ?? '';
    return `${before.has(use, use.isScoped)} ${group}`;
  });
  // What such a file has is not known.
  const unreadIn = (tree: Tree<TranslationFacts>): string | undefined => {
    const unread = locales.find(path => tree.has(path) && tree.facts(path) === undefined);
    return unread === undefined ? undefined : `makes \`${unread}\` what cannot be read`;
  };
  return [...groups.values()].flatMap(uses => weighed(finding(uses, removed), change, unreadIn));
};

/** Whether a key is a text itself, which is shown where it has no translation; those come later, when texts are collected. */
function isText(key: string): boolean {
  return /\s|^\p{Lu}\p{L}*$/u.test(key.trim());
}

/** Keys that changed locale files have no longer, and where the base had each first. */
function lostKeys(locales: readonly string[], { base, head }: TreeChange<TranslationFacts>): Map<string, Place> {
  const lost = new Map<string, Place>();
  const isEnglish = (path: string): boolean => localePath(path)?.language.startsWith('en') === true;
  for (const path of [...locales.filter(isEnglish), ...locales]) {
    const { keys = [], lines = [] } = base.facts(path)?.locale ?? {};
    const kept = new Set(head.facts(path)?.locale?.keys);
    for (const [index, key] of keys.entries())
      if (!kept.has(key) && !lost.has(key)) lost.set(key, { path, line: lines[index] ?? 1, column: 1, endColumn: 1 });
  }
  return lost;
}

function finding(uses: readonly PlacedUse[], removed: ReadonlyMap<string, Place>): CrossFileFinding {
  const keys = [...new Set(uses.map(({ key }) => key))];
  const [first = ''] = keys;
  const gone = removed.get(first) ?? removed.get(first.slice(first.indexOf(':') + 1));
  const more = keys.length === 2 ? '1 more key' : `${keys.length - 1} more keys`;
  const what = keys.length === 1 ? `\`${first}\` is` : `\`${first}\` and ${more} are`;
  const shown = keys.length === 1 ? 'shown as its key' : 'shown as their keys';
  const places = uses.map(({ key, path, line, column, endColumn }) => ({
    ...{ path, line, column, endColumn },
    message: `\`${key}\` is used here.`,
  }));
  const [place, ...others] = places;
  return {
    rule: 'cross-file/missing-translation',
    severity: 'medium',
    category: 'bug',
    title: gone
      ? `${what} no longer in the locale files, but still used: the text is ${shown}`
      : `${what} in no locale file: the text is ${shown}`,
    body: gone
      ? `Keep ${keys.length === 1 ? 'it' : 'them'}, or change what uses ${keys.length === 1 ? 'it' : 'them'}.`
      : `Add ${keys
          .slice(0, 10)
          .map(key => `\`${key}\``)
          .join(
            ', ',
          )}${keys.length > 10 ? ', …' : ''} to the locale files, or correct the ${keys.length === 1 ? 'key' : 'keys'}.`,
    at: gone ? { ...gone, side: 'base' } : (place ?? { path: '', line: 1, column: 1, endColumn: 1 }),
    related: gone ? places : others,
  };
}
