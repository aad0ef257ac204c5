import { t } from '../../../core/base/l10n.ts';
import { pathOf } from '../../../core/review/finding.ts';
import { severityName, compareSeverity, severities } from '../../../core/review/severity.ts';
import type { WorkItem } from '../../findings/workItem.ts';
import { group, noRows, type FileRow, type GroupRow, type Row } from './row.ts';

/** How open findings are put together. */
export const groupings = ['file', 'severity', 'rule'] as const;
export type Grouping = (typeof groupings)[number];

// More rows than this are not unfolded by themselves.
const mostUnfolded = 200;

// Takes as long to make as half of the activation.
let collator: Intl.Collator | undefined;

function comparePaths(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

/**
 * Returns the rows for the findings of a review: those to work on, then those without a place, outdated and closed.
 * @param series the key of its series
 * @param undecoded rows that belong to those without a place
 */
export function findingRows(
  series: string,
  findings: readonly WorkItem[],
  grouping: Grouping,
  undecoded: readonly Row[],
): Row[] {
  const shown = findings.filter(({ isShown }) => isShown);
  const open = shown.filter(({ isOpen }) => isOpen);
  const isOutdated = ({ state }: WorkItem): boolean => state === 'outdated';
  const outdated = open.filter(isOutdated);
  const general = open.filter(item => !isOutdated(item) && isGeneral(item));
  const placed = open.filter(item => !isOutdated(item) && !isGeneral(item));
  const rows = (items: readonly WorkItem[]): Row[] => rowsOf(series, items, false);
  const closed = shown.filter(({ isOpen }) => !isOpen);
  return [
    ...grouped(series, placed, grouping),
    ...group(`general:${series}`, t('General'), 'comment-discussion', [...rows(general), ...undecoded], false),
    ...group(`outdated:${series}`, t('Outdated'), 'history', rows(outdated)),
    ...group(`closed:${series}`, t('Done and dismissed'), 'check-all', rows(closed)),
  ];
}

/** Without a path, or in a file that is not here. */
function isGeneral({ finding, uri }: WorkItem): boolean {
  return uri === undefined && finding.comment.path === undefined;
}

function grouped(series: string, items: readonly WorkItem[], grouping: Grouping): Row[] {
  const collapsed = items.length > mostUnfolded;
  if (grouping === 'file') {
    const files = [...Map.groupBy(items, fileOf)].flatMap(([name, ofFile]): FileRow[] => {
      const [first] = ofFile;
      if (first === undefined) return [];
      const { uri, finding } = first;
      const rows = (): Row[] => rowsOf(series, byPlace(ofFile), true);
      const file = pathOf(finding) ?? '';
      return [{ kind: 'file', id: `file:${series} ${name}`, file, uri, items: ofFile, collapsed, rows }];
    });
    return files.sort((a, b) => comparePaths(a.file, b.file));
  }
  const groupOf = (id: string, label: string, icon: string, ofGroup: readonly WorkItem[]): GroupRow => {
    const rows = (): Row[] => rowsOf(series, byPlace(ofGroup), false);
    return { kind: 'group', id: `${id} ${series}`, label, icon, count: ofGroup.length, collapsed, rows };
  };
  if (grouping === 'severity') {
    const groups = Map.groupBy(items, ({ severity }) => severity);
    return severities.flatMap(severity => {
      const ofSeverity = groups.get(severity) ?? [];
      return ofSeverity.length === 0
        ? []
        : [groupOf(`severity:${severity}`, capital(severityName(severity)), 'circle-outline', ofSeverity)];
    });
  }
  const groups = Map.groupBy(
    items,
    ({ finding }) => finding.comment.rule ?? finding.comment.category ?? t('Without a rule'),
  );
  const sorted = [...groups].sort(([, a], [, b]) => worst(a) - worst(b) || b.length - a.length);
  return sorted.map(([rule, ofRule]) => groupOf(`rule:${rule}`, rule, 'law', ofRule));
}

/** At the end of the id of a finding's row, as long as its review is pending. */
export const pendingMark = ' pending';

function rowsOf(series: string, items: readonly WorkItem[], isInFile: boolean): Row[] {
  return items.map(item => {
    // What a pending review has found so far may be elsewhere than it was before.
    const mark = item.record.state === 'pending' ? pendingMark : '';
    const id = `finding:${series} ${item.fingerprint}${mark}`;
    return { kind: 'finding', id, item, isInFile, rows: noRows };
  });
}

function fileOf({ uri, finding }: WorkItem): string {
  return uri?.toString() ?? `path:${pathOf(finding) ?? ''}`;
}

/** By path as people count, `file2` before `file10`, then by line. */
function byPlace(items: readonly WorkItem[]): WorkItem[] {
  const paths = new Set(items.map(({ finding }) => pathOf(finding) ?? ''));
  const turns = new Map([...paths].sort(comparePaths).map((path, index) => [path, index]));
  const turnOf = ({ finding }: WorkItem): number => turns.get(pathOf(finding) ?? '') ?? 0;
  const lineOf = ({ finding }: WorkItem): number => finding.range?.startLine ?? finding.comment.range?.startLine ?? -1;
  return [...items].sort((a, b) => turnOf(a) - turnOf(b) || lineOf(a) - lineOf(b));
}

function worst(items: readonly WorkItem[]): number {
  const [first] = items.map(({ severity }) => severity).sort(compareSeverity);
  return first === undefined ? severities.length : severities.indexOf(first);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
