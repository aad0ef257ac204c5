/** The overlap coefficient of two sets of words, where one shared word does not count: it may be a common name. */
export function wordOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter(word => b.has(word)).length;
  return shared < 2 ? 0 : shared / Math.max(1, Math.min(a.size, b.size));
}
