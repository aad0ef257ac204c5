import path from 'node:path';
import * as vscode from 'vscode';
import { plainLine } from '../../../core/base/text.ts';
import { plural, sentences, t } from '../../../core/base/l10n.ts';
import {
  isCancellable,
  isSettled,
  isWatched,
  lacks,
  subjectTitle,
  type ReviewRecord,
} from '../../../reviews/store/reviewRecord.ts';
import { summarise, unpushedSentence } from '../../../reviews/summary/reviewSummary.ts';
import {
  stateWords,
  ago,
  findingWords,
  repositoryName,
  reviewWords,
  rowName,
  serviceName,
  sinceWords,
} from '../../../reviews/summary/reviewWords.ts';
import { isFixable } from '../../findings/workItem.ts';
import { fileRowUri } from './rowMark.ts';
import type { CurrentReview } from '../../../reviews/current/repositoryReviews.ts';
import { findingItem } from './findingItem.ts';
import { lackText } from './lackText.ts';
import type { EarlierRow, FileRow, RepositoryRow, ReviewRow, Row } from './row.ts';

const stateIcons: Readonly<Record<ReviewRecord['state'], string>> = {
  triggered: 'sync~spin',
  pending: 'watch',
  completed: 'git-pull-request',
  failed: 'error',
  notRun: 'circle-slash',
  unknown: 'question',
  gaveUp: 'watch',
};

const kindIcons = { pullRequest: 'git-pull-request', branch: 'git-branch', uncommitted: 'edit', staged: 'diff-added' };

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** How a row is drawn. @param now milliseconds since the epoch */
export function treeItemOf(row: Row, now: number): vscode.TreeItem {
  const item = drawn(row, now);
  item.id = row.id;
  return item;
}

function drawn(row: Row, now: number): vscode.TreeItem {
  switch (row.kind) {
    case 'repository':
      return repositoryItem(row);
    case 'review':
      return reviewItem(row, now);
    case 'earlier':
      return earlierItem(row, now);
    case 'group': {
      const label = plainLine(row.label, 120);
      const item = labelled(label, row.isRunning === true ? 'sync~spin' : row.icon, [
        `${row.count}`,
        ...(row.isRunning === true ? [t('reviewing')] : []),
      ]);
      item.collapsibleState = row.collapsed ? Collapsed : Expanded;
      return item;
    }
    case 'file':
      return fileItem(row);
    case 'finding':
      return findingItem(row);
    case 'lack': {
      const item = textItem(lackText(row.record), 'warning');
      if (row.record.state !== 'completed')
        item.command = { title: t('Show Output'), command: 'codeReview.showOutput' };
      return item;
    }
    case 'text': {
      const item = textItem(row.text, row.icon);
      if (row.command !== undefined) item.command = row.command;
      return item;
    }
  }
}

function textItem(text: string, icon: string): vscode.TreeItem {
  const item = labelled(plainLine(text), icon, []);
  item.tooltip = plainLine(text, 2_000);
  return item;
}

/** An item with facts beside its label, which a screen reader reads too. */
function labelled(label: string, icon: string, facts: readonly string[]): vscode.TreeItem {
  const item = new vscode.TreeItem(label, None);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.description = plainLine(facts.join(' · '));
  item.accessibilityInformation = { label: plainLine([label, ...facts].join(', ')) };
  return item;
}

function repositoryItem({ repository }: RepositoryRow): vscode.TreeItem {
  const { open, counts } = repository;
  const facts = [findingWords({ ...counts, outdated: 0, hidden: 0 }), open === undefined ? t('not open here') : ''];
  const item = labelled(plainLine(repositoryName(repository)), 'repo', facts.filter(Boolean));
  item.collapsibleState = Expanded;
  item.contextValue = 'repositoryReviews';
  return item;
}

function reviewItem(
  { review, root, record, counts, namesService, collapsed, isEmpty }: ReviewRow,
  now: number,
): vscode.TreeItem {
  const { subject, isElsewhere, isEarlier } = review;
  const facts = [
    isElsewhere ? placeWords(review) : '',
    ...reviewWords(review, counts, now),
    ...sinceWords(review, now),
    namesService ? serviceName(subject.service) : '',
  ];
  const item = labelled(
    plainLine(rowName(subject)),
    iconOf(record, review),
    facts.filter(Boolean).map(fact => plainLine(fact, 80)),
  );
  item.collapsibleState = isEmpty ? None : collapsed ? Collapsed : Expanded;
  const about = sentences(
    summarise(record),
    unpushedSentence(subject.pullRequest.number, review.unpushed),
    t('By {service}.', { service: serviceName(subject.service) }),
    commitSentence(record),
  );
  item.tooltip = `${plainLine(subjectTitle(subject), 200)}\n${plainLine(about, 1_000)}`;
  const isOnWeb = subject.url?.startsWith('https://') === true;
  item.contextValue = [
    'review',
    record.state,
    ...(isWatched(record) ? ['watched'] : ['removable']),
    ...(isCancellable(record) ? ['cancellable'] : []),
    ...(isEarlier ? ['earlier'] : []),
    ...(review.shown === undefined ? [] : ['result']),
    ...(isOnWeb ? ['web'] : []),
    ...(isElsewhere && root !== undefined ? ['checkOut'] : []),
  ].join('+');
  return item;
}

/** What the words beside the name say may be cut off in a narrow view. */
function iconOf(record: ReviewRecord, { isEarlier, shown }: CurrentReview): string {
  if (record.state !== 'completed') return isWatched(record) ? 'sync~spin' : stateIcons[record.state];
  if (isEarlier) return 'history';
  return shown !== undefined && lacks(shown) ? 'warning' : kindIcons[record.subject.kind];
}

/** Where the pull request of a review is that was asked for by its number: what it has read may be what is checked out. */
function placeWords({ unread, ahead }: CurrentReview): string {
  return unread === 0 && ahead === 0 ? t('by number') : t('not checked out');
}

function commitSentence(record: ReviewRecord): string {
  const commit = isSettled(record) ? (record.review.commit ?? record.subject.headCommit) : record.subject.headCommit;
  return commit === undefined ? '' : t('Commit {commit}.', { commit: commit.slice(0, 7) });
}

function earlierItem({ record, series }: EarlierRow, now: number): vscode.TreeItem {
  const { state, reviewId, settledAt, review, subject } = record;
  const comments = (review.comments?.length ?? 0) + review.undecoded.length;
  const commit = (review.commit ?? subject.headCommit)?.slice(0, 7) ?? '';
  const item = labelled(
    ago(now - settledAt),
    state === 'completed' ? 'history' : stateIcons[state],
    [
      state === 'completed' ? plural(comments, '{count} finding', '{count} findings') : stateWords(record),
      commit,
    ].filter(Boolean),
  );
  item.tooltip = plainLine(`${summarise(record)} ${t('Click to show its findings.')}`, 1_000);
  item.contextValue = 'earlierReview';
  item.command = { title: t('Show This Review'), command: 'codeReview.showReview', arguments: [reviewId, series] };
  return item;
}

function fileItem(row: FileRow): vscode.TreeItem {
  const { file, items, collapsed } = row;
  const item = new vscode.TreeItem(plainLine(path.posix.basename(file)), collapsed ? Collapsed : Expanded);
  const folder = path.posix.dirname(file);
  item.description = folder === '.' ? '' : plainLine(folder);
  item.resourceUri = fileRowUri(row);
  item.tooltip = plainLine(file);
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = items.some(isFixable) ? 'file+fix' : 'file';
  item.accessibilityInformation = {
    label: plainLine(plural(items.length, '{file}, {count} finding', '{file}, {count} findings', { file })),
  };
  return item;
}
