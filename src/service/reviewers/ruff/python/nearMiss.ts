import { mayBind } from './injectedNames.ts';

/** Shortest name of which another one may be a slip. */
const shortest = 4;

/** Whether a name differs by one letter, or by its case and underscores, from one that lines of code bind. */
export function isNearMiss(name: string, lines: readonly string[]): boolean {
  if (name.length < shortest) return false;
  const near = new Map<string, boolean>();
  return lines.some(line =>
    (line.match(/[A-Za-z_]\w*/g) ?? []).some(word => {
      let isNear = near.get(word);
      if (isNear === undefined) near.set(word, (isNear = word !== name && isAlike(word, name)));
      return isNear && mayBind(line, word);
    }),
  );
}

function isAlike(one: string, other: string): boolean {
  return plain(one) === plain(other) || isOneSlip(one, other);
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** Whether one letter is put in, left out, replaced or changed with its neighbour. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  if (rest.length !== otherRest.length)
    return rest.length > otherRest.length ? rest.slice(1) === otherRest : rest === otherRest.slice(1);
  const [first = '', second = '', ...others] = rest;
  return rest.slice(1) === otherRest.slice(1) || [second, first, ...others].join('') === otherRest;
}
