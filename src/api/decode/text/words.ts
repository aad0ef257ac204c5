import { names, ofNames } from '../aliases.ts';
import { inEnglish } from './foreignWords.ts';

const singular = /(?:ss|us|is)$|^(?:has|was)$/;

/** Splits a name such as `has_issues` or `hasIssues` into words in the singular; of a long one, the beginning. */
export const wordsOfName: (name: string) => readonly string[] = ofNames(name => {
  const spaced = inEnglish(name.slice(0, 100)).replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z]{2})/g, '$1$3 $2');
  const all = spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return all.map(word => (singular.test(word) ? word : word.replace(/ies$/, 'y').replace(/s$/, '')));
});

/** Whether one of some words is in a set. */
export function hasAny(words: readonly string[], set: ReadonlySet<string>): boolean {
  return words.some(word => set.has(word));
}

/**
 * Makes a function that tells what a word means, undefined for an unknown one. Words are compared in snake case, if
 * need be without decoration: `critical` is in `🔴 critical!` and `SEVERITY_CRITICAL`, `p3` in `P3 (low)`.
 */
export function vocabulary<M extends string>(
  words: Readonly<Record<M, string | readonly string[]>>,
): (word: string) => M | undefined {
  const meanings = new Map<string, M>();
  for (const meaning of Object.keys(words) as M[])
    for (const word of names(words[meaning]).split(' ')) meanings.set(word, meaning);
  return word => {
    // As most words are written.
    const known = meanings.get(word);
    if (known !== undefined) return known;
    const snake = word.trim().replace(/([a-z])([A-Z])/g, '$1_$2');
    const plain = snake.toLowerCase().replace(/[\s-]+/g, '_');
    return meanings.get(plain) ?? (/^[a-z]*$/.test(plain) ? undefined : meanings.get(bareWord(plain)));
  };
}

function bareWord(word: string): string {
  const name = word
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    // Protocol Buffers enum values are prefixed with the name of the enum.
    .replace(
      /^(?:review_|completion_)?(?:status|state|event|decision|verdict|conclusion|outcome|result|severity)_/,
      '',
    );
  return /^p[0-4](?=_)/.exec(name)?.[0] ?? name.replace(/_(?:severity|priority|risk)$/, '');
}
