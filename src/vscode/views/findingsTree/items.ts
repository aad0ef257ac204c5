import path from 'node:path';
import * as vscode from 'vscode';
import { plainLine } from '../../../core/base/text.ts';
import { decisionLabel } from '../../../reviews/decisions/decisions.ts';
import { hasPullRequest, isSettled, subjectTitle, type ReviewRecord } from '../../../reviews/store/reviewRecord.ts';
import { counted, summarise } from '../../../reviews/summary/reviewSummary.ts';
import { contextValueOf } from '../../findings/itemContext.ts';
import type { WorkItem } from '../../findings/worklist.ts';
import type { Row } from './rows.ts';

const severityIcons = {
  critical: ['error', 'list.errorForeground'],
  high: ['error', 'list.errorForeground'],
  medium: ['warning', 'list.warningForeground'],
  unknown: ['warning', 'list.warningForeground'],
  low: ['info', undefined],
  info: ['info', undefined],
  praise: ['thumbsup', undefined],
} as const;

const stateIcons = {
  triggered: 'sync~spin',
  pending: 'watch',
  completed: 'git-pull-request',
  failed: 'error',
  notRun: 'circle-slash',
  unknown: 'question',
  gaveUp: 'watch',
};

const stateWords = {
  triggered: 'starting',
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
  notRun: 'not run',
  unknown: 'unknown',
  gaveUp: 'still running',
};

/** How a row is drawn. @param now milliseconds since the epoch */
export function treeItemOf(row: Row, now: number): vscode.TreeItem {
  const item = drawn(row, now);
  item.id = row.id;
  return item;
}

function drawn(row: Row, now: number): vscode.TreeItem {
  switch (row.kind) {
    case 'review':
      return reviewItem(row, now);
    case 'group': {
      const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
      const item = new vscode.TreeItem(plainLine(row.label, 120), row.collapsed ? Collapsed : Expanded);
      item.iconPath = new vscode.ThemeIcon(row.icon);
      item.description = `${row.rows.length}`;
      item.accessibilityInformation = { label: `${plainLine(row.label, 120)}, ${row.rows.length}` };
      return item;
    }
    case 'file':
      return fileItem(row);
    case 'finding':
      return findingItem(row.item);
    case 'text': {
      const item = new vscode.TreeItem(plainLine(row.text));
      item.iconPath = new vscode.ThemeIcon(row.icon);
      item.tooltip = plainLine(row.text, 2_000);
      if (row.command !== undefined) item.command = row.command;
      return item;
    }
  }
}

function reviewItem({ record, behind, isShown }: Extract<Row, { kind: 'review' }>, now: number): vscode.TreeItem {
  const { subject, state } = record;
  const item = new vscode.TreeItem(plainLine(subjectTitle(subject)));
  const watched = state === 'pending' && record.watched;
  const ended = state === 'completed' && !hasPullRequest(subject) ? 'git-branch' : stateIcons[state];
  item.iconPath = new vscode.ThemeIcon(watched ? 'sync~spin' : ended);
  const facts = [
    watched ? (record.review.stage ?? 'reviewing') : stateWord(record),
    isSettled(record) ? ago(now - record.settledAt) : '',
    commitOf(record)?.slice(0, 7) ?? '',
    behind > 0 ? `${counted(behind, 'commit')} behind` : '',
    isShown || !isSettled(record) ? '' : 'click to show',
  ].filter(Boolean);
  item.description = facts.join(' · ');
  item.tooltip = plainLine(summarise(record), 1_000);
  item.accessibilityInformation = { label: plainLine(`${item.label as string}, ${facts.join(', ')}`) };
  item.contextValue = `review+${state}`;
  if (isSettled(record) && !isShown) {
    item.command = { title: 'Show This Review', command: 'codeReview.showReview', arguments: [record.reviewId] };
  }
  return item;
}

function stateWord(record: ReviewRecord): string {
  if (record.state !== 'completed') return stateWords[record.state];
  const { gaps, comments, undecoded, issuesFound = 0 } = record.review;
  if (comments === undefined) return 'no comments sent';
  if (gaps?.length) return 'incomplete';
  return comments.length === 0 && undecoded.length === 0 && issuesFound === 0 ? 'no issues' : 'completed';
}

function commitOf(record: ReviewRecord): string | undefined {
  return ('review' in record ? record.review.commit : undefined) ?? record.subject.headCommit;
}

/** "just now", "5 min ago", "3 h ago", "2 days ago" */
function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${counted(Math.floor(hours / 24), 'day')} ago`;
}

function fileItem({ file, uri, items }: Extract<Row, { kind: 'file' }>): vscode.TreeItem {
  const item = new vscode.TreeItem(path.posix.basename(file), vscode.TreeItemCollapsibleState.Expanded);
  const folder = path.posix.dirname(file);
  item.description = folder === '.' ? '' : folder;
  item.resourceUri = uri;
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = items.some(({ finding }) => finding.comment.suggestion !== undefined) ? 'file+fix' : 'file';
  item.accessibilityInformation = { label: `${file}, ${counted(items.length, 'finding')}` };
  return item;
}

function findingItem(work: WorkItem): vscode.TreeItem {
  const { finding, decision } = work;
  const { comment, range, state } = finding;
  const item = new vscode.TreeItem(comment.title);
  const [icon, color] = severityIcons[comment.severity];
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  const facts = [
    range === undefined ? '' : `line ${range.startLine + 1}`,
    state === 'current' || state === 'unplaced' ? '' : state,
    comment.resolved ? 'resolved' : '',
    decision.state === 'dismissed' ? `dismissed: ${plainLine(decision.reason, 60)}` : decisionLabel(decision),
  ].filter(Boolean);
  item.description = facts.join(' · ');
  item.tooltip = plainLine(`${comment.title} ${comment.body}`, 1_000);
  item.accessibilityInformation = { label: plainLine([comment.severity, comment.title, ...facts].join(', ')) };
  item.contextValue = contextValueOf(work);
  item.command = { title: 'Open Finding', command: 'codeReview.openFinding', arguments: [finding.id] };
  return item;
}
