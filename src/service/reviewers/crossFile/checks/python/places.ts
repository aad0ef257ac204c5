import type { CrossFileFinding, Place } from '../../check.ts';
import type { Comparison } from './comparison.ts';
import type { Span } from './facts.ts';

export function placeOf(path: string, [line, column, endColumn]: Span): Place {
  return { path, line, column, endColumn };
}

/** Where top-level names are removed: at the new name that stands in their place, otherwise where they stood. */
export function placeOfRemoved(
  { base, head, change }: Comparison,
  path: string,
  names: readonly string[],
): CrossFileFinding['at'] {
  const before = base.modules.tree.facts(path)?.definitions ?? [];
  const after = head.modules.definitions(path);
  const index = before.findIndex(({ name }) => names.includes(name));
  const removed = before[index];
  if (removed === undefined || after === undefined) return { ...placeOf(path, removed?.at ?? [1, 1, 1]), side: 'base' };
  const lineOf = (name = ''): number | undefined => after.get(name)?.at[0];
  const from = lineOf(before.slice(0, index).findLast(({ name }) => after.has(name))?.name) ?? 0;
  const to = lineOf(before.slice(index + 1).find(({ name }) => after.has(name))?.name) ?? Infinity;
  const known = new Set(before.map(({ name }) => name));
  const lines = change.changed.get(path);
  const renamed = [...after.values()].find(
    ({ name, kind, at: [line] }) =>
      kind === removed.kind && !known.has(name) && line > from && line < to && lines?.has(line) === true,
  );
  return renamed === undefined ? { ...placeOf(path, removed.at), side: 'base' } : placeOf(path, renamed.at);
}
