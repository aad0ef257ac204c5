/** The part of the smaller set of words that is in the other; one shared word alone may be the name of what both are about. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter(word => b.has(word)).length;
  return shared < 2 ? 0 : shared / Math.max(1, Math.min(a.size, b.size));
}
