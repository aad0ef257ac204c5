import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Worklist } from '../findings/worklist.ts';
import { toRange } from './diagnostics.ts';

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

  async provideCodeActions(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
    const touched = this.#worklist
      .of(document.uri)
      .filter(item => item.isOpen && toRange(item.finding.range).intersection(range) !== undefined);
    if (touched.length === 0) return [];
    const { actionsFor } = await import('./lazyDrawing.ts');
    return touched.flatMap(item => actionsFor(item, document, this.#worklist, codeActionKind));
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
