/** The known word that a mistyped one is most like; undefined if it is like none. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map(word => ({ word, edits: editsBetween(typed.toLowerCase(), word) }))
    .filter(({ word, edits }) => edits <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a.edits - b.edits);
  return best?.word ?? (typed.length > 1 ? known.find(word => word.startsWith(typed)) : undefined);
}

/** Characters to insert, remove, replace, or swap with the next one (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= a.length; row++) {
    const now = [row];
    for (let at = 1; at <= b.length; at++) {
      const isSame = a[row - 1] === b[at - 1];
      const isSwapped = row > 1 && at > 1 && a[row - 1] === b[at - 2] && a[row - 2] === b[at - 1];
      now.push(
        Math.min(
          (last?.[at] ?? 0) + 1,
          (now[at - 1] ?? 0) + 1,
          (last?.[at - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before?.[at - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, last] = [last, now];
  }
  return last?.[b.length] ?? 0;
}
