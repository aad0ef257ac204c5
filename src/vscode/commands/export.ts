import path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { commentToMarkdown } from '../../core/render/markdownReport.ts';
import { toJson } from '../../reviews/exports/json.ts';
import { toMarkdown } from '../../reviews/exports/markdown.ts';
import { toSarif } from '../../reviews/exports/sarif.ts';
import { findingId } from '../../reviews/current/shownReviews.ts';
import { hasPullRequest, type SettledRecord } from '../../reviews/store/reviewRecord.ts';
import { notify } from '../platform/notify.ts';
import type { WorkItem } from '../findings/workItem.ts';
import type { Worklist } from '../findings/worklist.ts';

type Extension = 'md' | 'sarif' | 'json';

const formats = (): (vscode.QuickPickItem & { readonly extension: Extension })[] => [
  { label: 'Markdown', description: t('A report for people'), extension: 'md' },
  { label: 'SARIF', description: t('SARIF 2.1.0, for other tools'), extension: 'sarif' },
  { label: 'JSON', description: t('Everything the service sent'), extension: 'json' },
];

interface Parts {
  /** Of the extension, which SARIF names. */
  readonly version: string;
  readonly worklist: Pick<Worklist, 'decisionsOf'>;
}

/** Writes a review to a file, with what was decided. */
export async function exportReview(record: SettledRecord, parts: Parts): Promise<void> {
  const format = await vscode.window.showQuickPick(formats(), {
    title: t('Code Review: Export Review'),
    placeHolder: t('In which format?'),
  });
  if (format === undefined) return;
  const { kind, branch, pullRequest } = record.subject;
  const what = hasPullRequest(record.subject) ? pullRequest.number : kind === 'branch' ? (branch ?? kind) : kind;
  const name = `review-${pullRequest.repository}-${what}`.replaceAll(/[^\w.-]+/g, '-') + `.${format.extension}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: t('Code Review: Export Review'),
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, Buffer.from(await textOf(record, format.extension, parts)));
  notify('info', t('Exported to {file}.', { file: path.basename(target.path) }), [
    { title: t('Open'), command: 'vscode.open', arguments: [target] },
  ]);
}

export async function copyFinding({ finding }: WorkItem): Promise<void> {
  await vscode.env.clipboard.writeText(commentToMarkdown(finding.comment));
}

/** Copies a finding with every field that the service sent. */
export async function copyFindingAsJson({ finding }: WorkItem): Promise<void> {
  await vscode.env.clipboard.writeText(JSON.stringify(finding.comment.raw, undefined, 2));
}

async function textOf(record: SettledRecord, extension: Extension, parts: Parts): Promise<string> {
  if (extension === 'json') return toJson(record);
  const decided = await parts.worklist.decisionsOf(record);
  const decisions = (record.review.comments ?? []).map((_, index) => decided.get(findingId(record, index)));
  return extension === 'md'
    ? toMarkdown(record, decisions)
    : JSON.stringify(toSarif(record, parts.version, decisions), undefined, 2);
}
