import type { CrossFileFinding, Place } from '../../check.ts';
import type { Comparison } from './comparison.ts';
import type { Definition, FunctionFacts, Span } from './facts.ts';

export function placeOf(path: string, [line, column, endColumn]: Span): Place {
  return { path, line, column, endColumn };
}

/** Where top-level names are removed: at the new name that stands in their place, otherwise where they stood. */
export function placeOfRemoved(comparison: Comparison, path: string, names: readonly string[]): CrossFileFinding['at'] {
  const before = comparison.base.modules.tree.facts(path)?.definitions ?? [];
  const after = comparison.head.modules.definitions(path);
  return placeAmong(comparison, path, names, before, after === undefined ? undefined : [...after.values()]);
}

/** The same among all that a module or class defined before and defines now; `after` is undefined where that is unknown. */
export function placeAmong<Defined extends Definition | FunctionFacts>(
  { change }: Comparison,
  path: string,
  names: readonly string[],
  before: readonly Defined[],
  after: readonly Defined[] | undefined,
): CrossFileFinding['at'] {
  const index = before.findIndex(({ name }) => names.includes(name));
  const removed = before[index];
  if (removed === undefined || after === undefined) return { ...placeOf(path, removed?.at ?? [1, 1, 1]), side: 'base' };
  const lines = new Map(after.map(({ name, at }) => [name, at[0]]));
  const lineOf = (each: Defined | undefined): number | undefined => lines.get(each?.name ?? '');
  const from = lineOf(before.slice(0, index).findLast(({ name }) => lines.has(name))) ?? 0;
  const to = lineOf(before.slice(index + 1).find(({ name }) => lines.has(name))) ?? Infinity;
  const known = new Set(before.map(({ name }) => name));
  const renamed = after.find(
    ({ name, at: [line], ...each }) =>
      kindOf(each) === kindOf(removed) &&
      !known.has(name) &&
      line > from &&
      line < to &&
      change.changed.get(path)?.has(line) === true,
  );
  return renamed === undefined ? { ...placeOf(path, removed.at), side: 'base' } : placeOf(path, renamed.at);
}

function kindOf(defined: object): unknown {
  return 'kind' in defined ? defined.kind : 'function';
}

/** Names as text: the first three, and how many more. */
export function listed(names: readonly string[]): string {
  const quoted = names.slice(0, 3).map(each => `\`${each}\``);
  if (names.length > 3) quoted.push(`${names.length - 3} more`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1) ?? ''}`;
}
