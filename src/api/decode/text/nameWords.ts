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

const merging = wordSet('detailed merge mergeable state status statu');

/** Whether a name such as `mergeable_state` is that of what a host says of merging, whatever the review says. */
export function isOfMerging(name: string): boolean {
  const words = wordsOfName(name);
  return words.some(word => word.startsWith('merge')) && words.every(word => merging.has(word));
}
