import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { unplacedWords, type Finding } from '../../core/review/finding.ts';
import { plainLine } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import { visibleText } from '../../core/render/sanitizeMarkdown.ts';
import type { RelatedLocation, ReviewComment } from '../../core/review/review.ts';
import type { Severity } from '../../core/review/severity.ts';
import { decisionLabel } from '../../reviews/decisions/decisions.ts';
import { relatedUri } from '../findings/relatedUri.ts';
import { settings, settingsFolder } from '../platform/settings.ts';
import type { Worklist } from '../findings/worklist.ts';

const source = 'Code Review';
const longestBody = 4_000;

/** Undefined: the comment is praise and no problem. Never a hint, since the Problems panel does not list hints. */
const levels: Readonly<Record<Severity, vscode.DiagnosticSeverity | undefined>> = {
  critical: vscode.DiagnosticSeverity.Error,
  high: vscode.DiagnosticSeverity.Error,
  medium: vscode.DiagnosticSeverity.Warning,
  unknown: vscode.DiagnosticSeverity.Warning,
  low: vscode.DiagnosticSeverity.Information,
  info: vscode.DiagnosticSeverity.Information,
  praise: undefined,
};

/** Puts the findings into the Problems panel; touches only the files whose findings changed. */
export class Diagnostics implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #collection: vscode.DiagnosticCollection;

  constructor(worklist: Worklist) {
    this.#collection = this.#owned.add(vscode.languages.createDiagnosticCollection('codeReview'));
    this.#owned.add(
      worklist.onDidChange(uris => {
        // The editor tells of problems 50 ms after it was first given some. To give it none begins that time, too.
        if (uris.length === 0) return;
        const asThreads = new Map<vscode.WorkspaceFolder | undefined, boolean>();
        const entries = uris.map((uri): [vscode.Uri, vscode.Diagnostic[]] => {
          const folder = settingsFolder(uri);
          const threadsOnly = asThreads.get(folder) ?? settings.showAs(folder?.uri ?? uri) === 'threads';
          asThreads.set(folder, threadsOnly);
          const items = threadsOnly ? [] : worklist.of(uri).filter(({ isOpen }) => isOpen);
          return [
            uri,
            items.flatMap(({ finding, decision }) => toDiagnostic(finding, uri, decisionLabel(decision)) ?? []),
          ];
        });
        this.#collection.set(entries);
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

/**
 * @param word what else there is to say of it, such as that it is reported again
 * @returns undefined where there is no problem to show: praise, resolved comments, lines that are gone
 */
function toDiagnostic(finding: Finding, uri: vscode.Uri, word = ''): vscode.Diagnostic | undefined {
  const { comment, range, state } = finding;
  const level = levels[comment.severity];
  if (level === undefined || comment.resolved || state === 'outdated') return undefined;
  const diagnostic = new vscode.Diagnostic(toRange(range), messageOf(finding, word), level);
  diagnostic.source = source;
  const code = comment.rule ?? comment.category;
  if (code !== undefined) {
    const value = plainLine(code, 80);
    diagnostic.code = comment.url === undefined ? value : { value, target: vscode.Uri.parse(comment.url) };
  }
  const related = (comment.related ?? []).flatMap(location => toInformation(comment, uri, location));
  if (related.length > 0) diagnostic.relatedInformation = related;
  return diagnostic;
}

function toInformation(
  comment: ReviewComment,
  uri: vscode.Uri,
  location: RelatedLocation,
): vscode.DiagnosticRelatedInformation[] {
  const other = relatedUri(comment, uri, location);
  if (other === undefined) return [];
  const { startLine, startColumn = 1, endLine, endColumn = startColumn } = location.range;
  const range = new vscode.Range(startLine - 1, startColumn - 1, endLine - 1, endColumn - 1);
  return [new vscode.DiagnosticRelatedInformation(new vscode.Location(other, range), visibleText(location.message))];
}

/** The editor's range; the first line for a finding about a whole file. */
export function toRange(range: Finding['range']): vscode.Range {
  return range === undefined
    ? new vscode.Range(0, 0, 0, 0)
    : new vscode.Range(range.startLine, range.startColumn, range.endLine, range.endColumn);
}

function messageOf({ comment, range, state }: Finding, word: string): string {
  const severity =
    comment.severity === 'unknown' && comment.severityWord ? `[${plainLine(comment.severityWord, 40)}] ` : '';
  const notices = [noticeOf(state, range), word].filter(Boolean).join(', ');
  const suffix = notices === '' ? '' : ` (${notices})`;
  const body = visibleText(comment.body.slice(0, longestBody)).trim();
  const title = `${severity}${comment.title}${suffix}`;
  return body === '' || body === comment.title ? title : `${title}\n${body}`;
}

/** What a reader should know of a place; nothing where it is the one that was reviewed. */
function noticeOf(state: Finding['state'], range: Finding['range']): string {
  if (state === 'changed') return t('changed since the review');
  if (state === 'moved') return t('moved since the review');
  return state === 'unplaced' ? unplacedWords({ range }) : '';
}
