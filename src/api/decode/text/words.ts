/** A set of words, separated by white space. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Splits a name such as `has_issues` or `hasIssues` into words in the singular. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(word => (/(?:ss|us|is)$|^(?:has|was)$/.test(word) ? word : word.replace(/ies$/, 'y').replace(/s$/, '')));
}

/**
 * Makes a function that tells what a word means, undefined for an unknown one. Words are compared in snake case, if
 * need be without decoration: `critical` is in `🔴 critical!` and `SEVERITY_CRITICAL`, `p3` in `P3 (low)`.
 * @param words for each meaning, in snake case
 */
export function vocabulary<M extends string>(words: Readonly<Record<M, string>>): (word: string) => M | undefined {
  const meanings = new Map<string, M>();
  for (const meaning of Object.keys(words) as M[])
    for (const word of wordSet(words[meaning])) meanings.set(word, meaning);
  return word => {
    // As most words are written.
    const known = meanings.get(word);
    if (known !== undefined) return known;
    const plain = snakeCase(word);
    return meanings.get(plain) ?? (/^[a-z]*$/.test(plain) ? undefined : meanings.get(bareWord(plain)));
  };
}

function snakeCase(text: string): string {
  const words = text.trim().replace(/([a-z])([A-Z])/g, '$1_$2');
  return words.toLowerCase().replace(/[\s-]+/g, '_');
}

function bareWord(word: string): string {
  const name = word
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    // Protocol Buffers enum values are prefixed with the name of the enum.
    .replace(/^(?:review_)?(?:status|state|event|decision|verdict|conclusion|result|severity)_/, '');
  return /^p[0-4](?=_)/.exec(name)?.[0] ?? name.replace(/_(?:severity|priority|risk)$/, '');
}

const merging = wordSet('detailed merge mergeable state status statu');

/** Whether a name such as `mergeable_state` is that of what a host says of merging, whatever the review says. */
export function isOfMerging(name: string): boolean {
  const words = wordsOfName(name);
  return words.some(word => word.startsWith('merge')) && words.every(word => merging.has(word));
}
