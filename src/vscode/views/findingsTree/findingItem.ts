import path from 'node:path';
import * as vscode from 'vscode';
import { plainLine } from '../../../core/base/text.ts';
import { conjunction, t } from '../../../core/base/l10n.ts';
import { plainMarkdown } from '../../../core/render/plainMarkdown.ts';
import { lineOf, pathOf, placementWord } from '../../../core/review/finding.ts';
import { severityWords, type Severity } from '../../../core/review/severity.ts';
import { decisionLabel } from '../../../reviews/decisions/decisions.ts';
import { serviceName } from '../../../reviews/summary/reviewWords.ts';
import { contextValueOf, type WorkItem } from '../../findings/workItem.ts';
import type { FindingRow } from './row.ts';
import { markedUri } from './rowMark.ts';

/** Critical and high differ from each other and from a medium one in shape, not only in colour. */
const severityIcons: Readonly<Record<Severity, readonly [icon: string, color?: string]>> = {
  critical: ['flame', 'list.errorForeground'],
  high: ['error', 'list.errorForeground'],
  medium: ['warning', 'list.warningForeground'],
  unknown: ['warning', 'list.warningForeground'],
  low: ['info'],
  info: ['circle-small'],
  praise: ['thumbsup'],
};

/** How the row of a finding is drawn. */
export function findingItem({ item: work, isInFile }: FindingRow): vscode.TreeItem {
  const { finding, decision, novelty, severity } = work;
  const { comment, state } = finding;
  const item = new vscode.TreeItem(plainMarkdown(comment.title, 200));
  const [icon, color] = severityIcons[severity];
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  const states = [
    comment.experimental ? t('experimental') : '',
    placementWord(state),
    comment.resolved ? t('resolved') : '',
    decision.state === 'dismissed'
      ? t('dismissed: {reason}', { reason: plainLine(decision.reason, 60) })
      : decisionLabel(decision),
  ];
  const isNew = novelty === 'new' && work.isOpen;
  const facts = [placeOf(work, isInFile), isNew ? t('new') : '', ...states];
  item.description = plainLine(facts.filter(Boolean).join(' · '));
  item.tooltip = tooltipOf(work);
  // A long title leaves no room for the words.
  const badge = `${isNew ? '●' : ''}${comment.experimental ? 'β' : ''}`;
  if (badge !== '') {
    const words = [isNew ? noveltySentence(novelty) : '', comment.experimental ? t('experimental') : ''];
    item.resourceUri = markedUri('', { badge, tooltip: words.filter(Boolean).join(' · ') });
  }
  const spoken = [
    severityWords(severity, comment.severityWord),
    plainMarkdown(comment.title, 200),
    spokenPlace(work),
    noveltySentence(novelty),
    ...states,
  ];
  item.accessibilityInformation = { label: plainLine(spoken.filter(Boolean).join(', ')) };
  item.contextValue = contextValueOf(work);
  item.command = { title: t('Open Finding'), command: 'codeReview.openFinding', arguments: [finding.id] };
  return item;
}

/** ":18" below its file, "refund.ts:18" elsewhere; the whole file's name where there is no line. */
function placeOf({ finding }: WorkItem, isInFile: boolean): string {
  const file = pathOf(finding);
  if (file === undefined) return '';
  const name = isInFile ? '' : path.posix.basename(file);
  const line = lineOf(finding);
  return line === undefined ? name : `${name}:${line}`;
}

function spokenPlace({ finding }: WorkItem): string {
  const file = pathOf(finding);
  if (file === undefined) return '';
  const line = lineOf(finding);
  return [file, line === undefined ? '' : t('line {line}', { line })].filter(Boolean).join(' ');
}

function tooltipOf({ finding: { comment }, severity, novelty, sources }: WorkItem): string {
  const reviewers = new Set(sources.map(({ record }) => serviceName(record.subject.service)));
  const facts = [
    severityWords(severity, comment.severityWord),
    comment.rule ?? comment.category ?? '',
    t('by {reviewers}', { reviewers: conjunction([...reviewers]) }),
  ];
  const lines = [
    plainMarkdown(comment.title, 200),
    plainLine(facts.filter(Boolean).join(' · '), 200),
    noveltySentence(novelty),
    plainMarkdown(comment.body, 800),
  ];
  return lines.filter(Boolean).join('\n');
}

function noveltySentence(novelty: WorkItem['novelty']): string {
  if (novelty === undefined) return '';
  return novelty === 'new' ? t('New since the last review') : t('Still there since the last review');
}
