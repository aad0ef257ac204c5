import type { WorkItem } from '../../findings/workItem.ts';
import type { Row } from './row.ts';

/** Rows with those below them, from top to bottom. */
export function rowsIn(rows: readonly Row[]): Row[] {
  return rows.flatMap(row => [row, ...rowsIn(row.rows())]);
}

/** A row and those above it, the highest first. */
export function pathTo(rows: readonly Row[], isIt: (row: Row) => boolean): Row[] | undefined {
  for (const row of rows) {
    if (isIt(row)) return [row];
    const below = pathTo(row.rows(), isIt);
    if (below !== undefined) return [row, ...below];
  }
  return undefined;
}

/** Whether a row is that of a finding, by whichever of its reviews. */
export function isRowOf({ sources }: WorkItem): (row: Row) => boolean {
  const ids = new Set(sources.map(({ finding }) => finding.id));
  return row => row.kind === 'finding' && ids.has(row.item.finding.id);
}

/** The rows of the repository of a finding; by its name, where no row has the finding any more. */
export function rowsBeside(rows: readonly Row[], item: WorkItem): readonly Row[] {
  if (!rows.some(({ kind }) => kind === 'repository')) return rows;
  const own = rows.filter(row => pathTo([row], isRowOf(item)) !== undefined);
  const name = item.record.subject.pullRequest.repository.toLowerCase();
  return own.length > 0
    ? own
    : rows.filter(row => row.kind === 'repository' && row.repository.repository.toLowerCase() === name);
}

/**
 * The open findings of rows in their order, each once; where these have none left, those of all rows.
 * @param own some of the rows, with those below them
 * @param open the open findings as they are now
 */
export function openFindings(own: readonly Row[], all: readonly Row[], open: readonly WorkItem[]): readonly WorkItem[] {
  const current = new Map(open.map(item => [item.key, item]));
  const openIn = (rows: readonly Row[]): readonly WorkItem[] => {
    const findings = rows.flatMap(row => (row.kind === 'finding' ? [row.item] : []));
    return [...new Set(findings.flatMap(({ key }) => current.get(key) ?? []))];
  };
  const found = openIn(own);
  return found.length > 0 ? found : openIn(all);
}

/** The finding of the next row that is as open or closed as this one, else of the one before. */
export function neighbourIn(rows: readonly Row[], { key, isOpen }: WorkItem): WorkItem | undefined {
  const items = rowsIn(rows).flatMap(row => (row.kind === 'finding' && row.item.isOpen === isOpen ? [row.item] : []));
  const index = items.findIndex(item => item.key === key);
  const isOther = (item: WorkItem): boolean => item.key !== key;
  return items.slice(index + 1).find(isOther) ?? items.slice(0, index).findLast(isOther);
}
