import type * as vscode from 'vscode';
import { compareSeverity, severities } from '../../../core/review/severity.ts';
import { isSettled, type ReviewRecord, type SettledRecord } from '../../../reviews/store/reviewRecord.ts';
import { isOpen, type WorkItem, type Worklist } from '../../findings/worklist.ts';

/**
 * A row of the findings tree. By its `id` the editor keeps what is chosen, unfolded and in sight when the tree is drawn
 * anew, and finds the row that was clicked: unique in the tree, and the same for the same thing in the next review too.
 */
export type Row = { readonly id: string } & (
  | { readonly kind: 'review'; readonly record: ReviewRecord; readonly behind: number; readonly isShown: boolean }
  | {
      readonly kind: 'group';
      readonly label: string;
      readonly icon: string;
      readonly rows: readonly Row[];
      readonly collapsed: boolean;
    }
  | { readonly kind: 'file'; readonly file: string; readonly uri: vscode.Uri; readonly items: readonly WorkItem[] }
  | { readonly kind: 'finding'; readonly item: WorkItem }
  | { readonly kind: 'text'; readonly text: string; readonly icon: string; readonly command?: vscode.Command }
);

type FileRow = Extract<Row, { kind: 'file' }>;

/** How open findings are put together. */
export const groupings = ['file', 'severity', 'rule'] as const;
export type Grouping = (typeof groupings)[number];

/** What the tree is made of. */
export interface TreeContent {
  readonly record: ReviewRecord;
  /** Commits that were pushed since that review. */
  readonly behind: number;
  readonly worklist: Pick<Worklist, 'items' | 'record' | 'hidden'>;
  readonly grouping: Grouping;
  /** Earlier reviews of the branch. */
  readonly earlier: readonly SettledRecord[];
}

// More rows than this are not unfolded by themselves.
const mostUnfolded = 200;

/** The rows at the top: the review, what is to do, and below what is not: outdated, decided, hidden, notes, history. */
export function topRows({ record, behind, worklist, grouping, earlier }: TreeContent): Row[] {
  const { items, record: shown } = worklist;
  const rows: Row[] = [{ kind: 'review', id: 'review', record, behind, isShown: record === shown }, ...missing(record)];
  const open = items.filter(isOpen);
  const isOutdated = ({ finding }: WorkItem): boolean => finding.state === 'outdated';
  const outdated = open.filter(isOutdated);
  const general = open.filter(item => !isOutdated(item) && isGeneral(item));
  const placed = open.filter(item => !isOutdated(item) && !isGeneral(item));
  const undecoded = shown === undefined ? [] : shown.review.undecoded;
  rows.push(...grouped(placed, grouping));
  const strange = undecoded.map((raw, index): Row => {
    return { kind: 'text', id: `undecoded:${index}`, text: JSON.stringify(raw), icon: 'question' };
  });
  rows.push(...group('general', 'General', 'comment-discussion', [...findings(general), ...strange]));
  rows.push(...group('outdated', 'Outdated', 'history', findings(outdated), true));
  rows.push(...group('closed', 'Done and dismissed', 'check-all', findings(items.filter(item => !isOpen(item))), true));
  if (worklist.hidden > 0) {
    rows.push({
      kind: 'text',
      id: 'hidden',
      text: `${worklist.hidden} more hidden by the filter or the settings`,
      icon: 'eye-closed',
      command: { title: 'Unmute…', command: 'codeReview.unmute' },
    });
  }
  const { notes = [], gaps = [] } = shown?.review ?? {};
  // A note is mostly longer than its row.
  const command = { title: 'Show Report', command: 'codeReview.showReport' };
  const about = notes.map((text, index): Row => ({ kind: 'text', id: `note:${index}`, text, icon: 'note', command }));
  const isWhole = gaps.length === 0;
  // Of a clean review they are all there is to read.
  const isFolded = isWhole && items.length > 0 && notes.length > 3;
  rows.push(...group('notes', 'About this review', isWhole ? 'info' : 'warning', about, isFolded));
  const history = earlier.map((each): Row => {
    const id = `review:${each.subject.service}/${each.reviewId}`;
    return { kind: 'review', id, record: each, behind: 0, isShown: each === shown };
  });
  rows.push(...group('history', 'Earlier reviews', 'history', history, true));
  return rows;
}

/** The rows below a row. */
export function rowsBelow(row: Row): readonly Row[] {
  if (row.kind === 'group') return row.rows;
  return row.kind === 'file' ? findings(row.items) : [];
}

function isGeneral({ finding, uri }: WorkItem): boolean {
  return uri === undefined || finding.comment.path === undefined;
}

function grouped(items: readonly WorkItem[], grouping: Grouping): Row[] {
  const collapsed = items.length > mostUnfolded;
  if (grouping === 'file') {
    return [...groupsBy(items, ({ uri }) => uri?.toString() ?? '')]
      .flatMap(([name, ofFile]): FileRow[] => {
        const [{ uri, finding } = { uri: undefined, finding: undefined }] = ofFile;
        return uri === undefined
          ? []
          : [{ kind: 'file', id: `file:${name}`, file: finding.comment.path ?? '', uri, items: byLine(ofFile) }];
      })
      .sort((a, b) => (a.file < b.file ? -1 : 1));
  }
  if (grouping === 'severity') {
    const groups = groupsBy(items, ({ finding }) => finding.comment.severity);
    return severities.flatMap(severity =>
      group(
        `severity:${severity}`,
        capital(severity),
        'circle-outline',
        findings(byLine(groups.get(severity) ?? [])),
        collapsed,
      ),
    );
  }
  const groups = groupsBy(items, ({ finding }) => finding.comment.rule ?? finding.comment.category ?? 'Without a rule');
  const sorted = [...groups].sort(([, a], [, b]) => gravest(a) - gravest(b) || b.length - a.length);
  return sorted.flatMap(([rule, ofRule]) => group(`rule:${rule}`, rule, 'law', findings(byLine(ofRule)), collapsed));
}

/** Why there is no review to rely on, where nothing else in the tree says so. */
function missing(record: ReviewRecord): Row[] {
  if (!isSettled(record)) return [];
  const { reason, gaps = [], notes } = record.review;
  const incomplete = gaps.length > 0 && notes.length === 0 ? `Incomplete: ${gaps.join(', ')}` : undefined;
  const text = record.state === 'completed' ? incomplete : reason;
  if (text === undefined) return [];
  const command = { title: 'Show Output', command: 'codeReview.showOutput' };
  return [{ kind: 'text', id: 'missing', text, icon: 'warning', ...(record.state !== 'completed' && { command }) }];
}

function group(id: string, label: string, icon: string, rows: readonly Row[], collapsed = false): Row[] {
  return rows.length === 0 ? [] : [{ kind: 'group', id, label, icon, rows, collapsed }];
}

function findings(items: readonly WorkItem[]): Row[] {
  return items.map(item => ({ kind: 'finding', id: `finding:${item.fingerprint}`, item }));
}

function groupsBy(items: readonly WorkItem[], key: (item: WorkItem) => string): Map<string, WorkItem[]> {
  const groups = new Map<string, WorkItem[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}

function byLine(items: readonly WorkItem[]): WorkItem[] {
  return [...items].sort(
    (a, b) =>
      compareText(a.finding.comment.path ?? '', b.finding.comment.path ?? '') ||
      (a.finding.range?.startLine ?? -1) - (b.finding.range?.startLine ?? -1),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function gravest(items: readonly WorkItem[]): number {
  const [first] = items.map(({ finding }) => finding.comment.severity).sort(compareSeverity);
  return first === undefined ? severities.length : severities.indexOf(first);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The earlier reviews of a branch that ended, the latest first. */
export function earlierReviews(records: readonly ReviewRecord[], current: ReviewRecord): SettledRecord[] {
  return records
    .filter(isSettled)
    .filter(record => record !== current)
    .slice(0, 10);
}
