/** Shortest name of which another one may be a slip: short names are alike by chance. */
const shortest = 4;
/** Most characters by which a slip differs from a name, and from one of up to six characters. */
const mostDifferent = { long: 2, short: 1, upTo: 6 } as const;

/** The name that was meant by one that does not exist, if one of those that exist is almost the same. */
export function nearMiss(name: string, existing: Iterable<string>): string | undefined {
  for (const each of existing) if (isAlmost(name, each)) return each;
  return undefined;
}

function isAlmost(name: string, other: string): boolean {
  if (name === other || Math.min(name.length, other.length) < shortest) return false;
  if (name.toLowerCase() === other.toLowerCase()) return true;
  const most = Math.max(name.length, other.length) > mostDifferent.upTo ? mostDifferent.long : mostDifferent.short;
  // `item1` and `item2` are two names.
  if (name.replace(/\d+/g, '') === other.replace(/\d+/g, '')) return false;
  return Math.abs(name.length - other.length) <= most && distance(name, other) <= most;
}

/** How many characters are to be put in, taken out or replaced to make one text of the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === from[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
