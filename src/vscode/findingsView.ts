import path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../core/disposable.ts';
import { DisposableStore } from '../core/disposable.ts';
import { Emitter } from '../core/events.ts';
import type { Finding } from '../core/finding.ts';
import { plainLine } from '../core/plainText.ts';
import { isSettled, subjectName, type ReviewRecord } from '../reviews/reviewRecord.ts';
import { counted, summarise } from '../reviews/reviewSummary.ts';
import type { CurrentBranch } from './currentBranch.ts';
import { toRange } from './diagnostics.ts';
import type { PlacedFindings } from './placedFindings.ts';

type Row =
  | { readonly kind: 'review'; readonly record: ReviewRecord }
  | { readonly kind: 'group'; readonly label: string; readonly icon: string; readonly rows: readonly Row[] }
  | { readonly kind: 'file'; readonly file: string; readonly uri: vscode.Uri; readonly findings: readonly Finding[] }
  | { readonly kind: 'finding'; readonly finding: Finding; readonly uri: vscode.Uri | undefined }
  | { readonly kind: 'text'; readonly text: string; readonly icon: string };

const severityIcons = {
  critical: ['error', 'list.errorForeground'],
  high: ['error', 'list.errorForeground'],
  medium: ['warning', 'list.warningForeground'],
  unknown: ['warning', 'list.warningForeground'],
  low: ['info', undefined],
  info: ['info', undefined],
  praise: ['thumbsup', undefined],
} as const;

/** The findings of the current branch's review by file; those without a place are in a group of their own, none is left out. */
export class FindingsView implements vscode.TreeDataProvider<Row>, Disposable {
  readonly #current: CurrentBranch;
  readonly #findings: PlacedFindings;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<undefined>;
  readonly #view: vscode.TreeView<Row>;

  constructor(current: CurrentBranch, findings: PlacedFindings, onError: (error: unknown) => void) {
    this.#current = current;
    this.#findings = findings;
    this.#changed = this.#owned.add(new Emitter(onError));
    this.#view = this.#owned.add(
      vscode.window.createTreeView('codeReview.findings', { treeDataProvider: this, showCollapseAll: true }),
    );
    const update = (): void => this.#update();
    this.#owned.add(current.onDidChange(update));
    this.#owned.add(findings.onDidChange(update));
  }

  get onDidChangeTreeData() {
    return this.#changed.event;
  }

  getChildren(row?: Row): Row[] {
    if (row === undefined) return this.#roots();
    if (row.kind === 'group') return [...row.rows];
    if (row.kind === 'file') return row.findings.map(finding => ({ kind: 'finding', finding, uri: row.uri }));
    return [];
  }

  getTreeItem(row: Row): vscode.TreeItem {
    switch (row.kind) {
      case 'review':
        return reviewItem(row.record);
      case 'group': {
        const item = new vscode.TreeItem(row.label, vscode.TreeItemCollapsibleState.Expanded);
        item.iconPath = new vscode.ThemeIcon(row.icon);
        item.description = `${row.rows.length}`;
        return item;
      }
      case 'file':
        return fileItem(row.file, row.uri, row.findings.length);
      case 'finding':
        return findingItem(row.finding, row.uri);
      case 'text': {
        const item = new vscode.TreeItem(plainLine(row.text));
        item.iconPath = new vscode.ThemeIcon(row.icon);
        item.tooltip = plainLine(row.text, 2_000);
        return item;
      }
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(): void {
    const { all } = this.#findings;
    const count = all.filter(
      ({ finding }) => !finding.comment.resolved && finding.comment.severity !== 'praise',
    ).length;
    const badge = { value: count, tooltip: counted(count, 'finding') };
    // Under exact optional types a badge cannot be unset by undefined, and a badge of zero is not drawn.
    this.#view.badge = badge;
    this.#changed.fire(undefined);
  }

  #roots(): Row[] {
    const { record } = this.#current;
    if (record === undefined) return [];
    const rows: Row[] = [{ kind: 'review', record }];
    if (!isSettled(record)) return rows;
    const files = new Map<string, { uri: vscode.Uri; findings: Finding[] }>();
    const general: Row[] = [];
    for (const { finding, uri } of this.#findings.all) {
      const { path: file } = finding.comment;
      if (uri === undefined || file === undefined) general.push({ kind: 'finding', finding, uri });
      else files.set(file, { uri, findings: [...(files.get(file)?.findings ?? []), finding] });
    }
    for (const raw of record.review.undecoded)
      general.push({ kind: 'text', text: JSON.stringify(raw), icon: 'question' });
    if (general.length > 0) rows.push({ kind: 'group', label: 'General', icon: 'comment-discussion', rows: general });
    for (const [file, { uri, findings }] of [...files].sort(([a], [b]) => a.localeCompare(b))) {
      rows.push({ kind: 'file', file, uri, findings: findings.sort(byPlace) });
    }
    const notes = record.review.notes.map((text): Row => ({ kind: 'text', text, icon: 'note' }));
    if (notes.length > 0) rows.push({ kind: 'group', label: 'About this review', icon: 'info', rows: notes });
    return rows;
  }
}

function byPlace(a: Finding, b: Finding): number {
  return (a.range?.startLine ?? -1) - (b.range?.startLine ?? -1);
}

function reviewItem(record: ReviewRecord): vscode.TreeItem {
  const item = new vscode.TreeItem(plainLine(`${subjectName(record.subject)} ${record.subject.title ?? ''}`));
  const icons = {
    triggered: 'sync~spin',
    pending: 'watch',
    completed: 'git-pull-request',
    failed: 'error',
    notRun: 'circle-slash',
    unknown: 'question',
    gaveUp: 'watch',
  };
  item.iconPath = new vscode.ThemeIcon(
    record.state === 'pending' && record.watched ? 'sync~spin' : icons[record.state],
  );
  const words = {
    triggered: 'starting',
    pending: 'reviewing',
    completed: 'completed',
    failed: 'failed',
    notRun: 'not run',
    unknown: 'unknown',
    gaveUp: 'running',
  };
  item.description = words[record.state];
  item.tooltip = plainLine(summarise(record), 1_000);
  item.contextValue = `review+${record.state}`;
  return item;
}

function fileItem(file: string, uri: vscode.Uri, count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(path.posix.basename(file), vscode.TreeItemCollapsibleState.Expanded);
  const folder = path.posix.dirname(file);
  item.description = folder === '.' ? '' : folder;
  item.resourceUri = uri;
  item.iconPath = vscode.ThemeIcon.File;
  item.accessibilityInformation = { label: `${file}, ${counted(count, 'finding')}` };
  return item;
}

function findingItem(finding: Finding, uri: vscode.Uri | undefined): vscode.TreeItem {
  const { comment, range, state } = finding;
  const item = new vscode.TreeItem(comment.title);
  const [icon, color] = severityIcons[comment.severity];
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  const place = range === undefined ? '' : `line ${range.startLine + 1}`;
  const facts = [
    place,
    state === 'current' || state === 'unplaced' ? '' : state,
    comment.resolved ? 'resolved' : '',
  ].filter(Boolean);
  item.description = facts.join(' · ');
  item.tooltip = plainLine(`${comment.title} ${comment.body}`, 1_000);
  item.accessibilityInformation = { label: plainLine([comment.severity, comment.title, ...facts].join(', ')) };
  item.contextValue = 'finding';
  if (uri !== undefined) {
    item.command = {
      title: 'Open',
      command: 'vscode.open',
      arguments: [uri, { selection: toRange(range), preview: true }],
    };
  }
  return item;
}
