import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { plainLine } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import { toRange } from './diagnostics.ts';
import { suggestionEdit } from '../findings/suggestions/suggestionEdit.ts';
import type { Worklist } from '../findings/worklist.ts';

/** The kind of every action here, so that a key can be bound to it. */
const codeActionKind = vscode.CodeActionKind.QuickFix.append('codeReview');

/** Quick fixes for findings: the suggestion, and what else can be done with a finding. */
export class CodeActions implements vscode.CodeActionProvider, Disposable {
  readonly #worklist: Worklist;
  readonly #registration: Disposable;

  constructor(worklist: Worklist) {
    this.#worklist = worklist;
    this.#registration = vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, this, {
      providedCodeActionKinds: [codeActionKind],
    });
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const touched = this.#worklist
      .of(document.uri)
      .filter(item => item.isOpen && toRange(item.finding.range).intersection(range) !== undefined);
    return touched.flatMap(item => {
      const { id, comment } = item.finding;
      const title = plainLine(comment.title, 60);
      const action = (label: string, command: string): vscode.CodeAction => {
        const made = new vscode.CodeAction(label, codeActionKind);
        made.command = { title: label, command, arguments: [id] };
        return made;
      };
      const found = comment.suggestion === undefined ? undefined : suggestionEdit(this.#worklist, item, document);
      const apply = action(t('Apply suggestion: {title}', { title }), 'codeReview.applySuggestion');
      apply.isPreferred = true;
      if (found !== undefined && 'problem' in found) apply.disabled = { reason: found.problem };
      const fix =
        found === undefined
          ? []
          : [apply, action(t('Preview suggestion: {title}', { title }), 'codeReview.previewSuggestion')];
      return [
        ...fix,
        action(t('Fix with Chat: {title}', { title }), 'codeReview.fixWithChat'),
        action(t('Mark as done: {title}', { title }), 'codeReview.markDone'),
        action(t('Dismiss: {title}', { title }), 'codeReview.dismissFinding'),
      ];
    });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
