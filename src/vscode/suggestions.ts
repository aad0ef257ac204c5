import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/disposable.ts';
import { CodeReviewError } from '../core/errors.ts';
import { plainLine } from '../core/plainText.ts';
import { suggestedEdit, withoutOverlaps, type LineEdit } from '../core/suggestedEdit.ts';
import { counted } from '../reviews/reviewSummary.ts';
import { tell } from './notify.ts';
import { isOpen, type WorkItem, type Worklist } from './worklist.ts';

const previewScheme = 'code-review-preview';

/** The service's suggestions as edits: one, or all of a file or review as one edit that can be undone. */
export class Suggestions implements Disposable, vscode.TextDocumentContentProvider {
  readonly #worklist: Worklist;
  readonly #owned = new DisposableStore();
  readonly #previews = new Map<string, string>();

  constructor(worklist: Worklist) {
    this.#worklist = worklist;
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(previewScheme, this));
    this.#owned.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === previewScheme) this.#previews.delete(uri.toString());
      }),
    );
  }

  /** The edit that a suggestion is now, or the sentence why it does not fit. */
  editOf(
    { finding, uri }: WorkItem,
    document: vscode.TextDocument,
  ): { readonly edit: LineEdit } | { readonly problem: string } {
    const lines = document.getText().split(/\r\n|\n|\r/);
    return suggestedEdit(finding, lines, uri === undefined ? undefined : this.#worklist.reviewedLines(uri));
  }

  /** Applies one suggestion; its finding is done then. @throws CodeReviewError of kind `input` when it does not fit */
  async apply(item: WorkItem): Promise<void> {
    const { document, edit } = await this.#fitting(item);
    const changes = new vscode.WorkspaceEdit();
    changes.replace(document.uri, ...replacement(document, edit));
    if (!(await vscode.workspace.applyEdit(changes))) {
      throw new CodeReviewError('input', 'The editor did not take the change.', 'Save the file, then try again.');
    }
    await this.#worklist.decide([item], { state: 'done', at: Date.now() });
  }

  /** Shows the file beside what it would be. */
  async preview(item: WorkItem): Promise<void> {
    const { document, edit } = await this.#fitting(item);
    const [range, text] = replacement(document, edit);
    const before = document.getText();
    const after = before.slice(0, document.offsetAt(range.start)) + text + before.slice(document.offsetAt(range.end));
    const uri = document.uri.with({ scheme: previewScheme, query: item.finding.id });
    this.#previews.set(uri.toString(), after);
    const title = `Suggestion: ${plainLine(item.finding.comment.title, 60)}`;
    const selection = new vscode.Range(edit.startLine, 0, edit.startLine, 0);
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, title, { preview: true, selection });
  }

  /** Applies every suggestion that fits, of one file or of all, after the user has looked at them in a preview. */
  async applyAll(only: vscode.Uri | undefined): Promise<void> {
    const items = this.#worklist.items.filter(
      item =>
        isOpen(item) &&
        item.finding.comment.suggestion !== undefined &&
        (only === undefined || item.uri?.toString() === only.toString()),
    );
    const byFile = new Map<string, WorkItem[]>();
    for (const item of items) {
      const name = item.uri?.toString();
      if (name !== undefined) byFile.set(name, [...(byFile.get(name) ?? []), item]);
    }
    const changes = new vscode.WorkspaceEdit();
    const applied: WorkItem[] = [];
    let left = items.length;
    for (const [name, ofFile] of byFile) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(name));
      const fitting = ofFile.flatMap(item => {
        const found = this.editOf(item, document);
        return 'edit' in found ? [{ item, edit: found.edit }] : [];
      });
      for (const { item, edit } of withoutOverlaps(fitting).kept) {
        const label = plainLine(item.finding.comment.title, 120);
        changes.replace(document.uri, ...replacement(document, edit), { label, needsConfirmation: true });
        applied.push(item);
        left--;
      }
    }
    if (applied.length === 0) {
      tell(
        'info',
        items.length === 0 ? 'There is no suggestion to apply.' : 'None of the suggestions fits the code as it is now.',
      );
      return;
    }
    if (!(await vscode.workspace.applyEdit(changes, { isRefactoring: true }))) return;
    await this.#worklist.decide(await this.#taken(applied), { state: 'done', at: Date.now() });
    if (left > 0)
      tell(
        'warning',
        `${counted(left, 'suggestion')} left out: the code there has changed, or another suggestion changes the same lines.`,
      );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#previews.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** In the preview single changes can be left out: what still fits was not applied. */
  async #taken(items: readonly WorkItem[]): Promise<WorkItem[]> {
    const taken: WorkItem[] = [];
    for (const item of items) {
      const document = item.uri && (await vscode.workspace.openTextDocument(item.uri));
      const now = this.#worklist.byId(item.finding.id) ?? item;
      if (document !== undefined && 'problem' in this.editOf(now, document)) taken.push(item);
    }
    return taken;
  }

  async #fitting(item: WorkItem): Promise<{ document: vscode.TextDocument; edit: LineEdit }> {
    if (item.uri === undefined) throw new CodeReviewError('input', 'This finding is in no file that is open here.');
    const document = await vscode.workspace.openTextDocument(item.uri);
    const found = this.editOf(item, document);
    if ('problem' in found) throw new CodeReviewError('input', found.problem, 'Look at it and change it by hand.');
    return { document, edit: found.edit };
  }
}

/** Whole lines with their breaks; at the end of a file that ends without one, the break before goes instead. */
export function replacement(
  document: vscode.TextDocument,
  { startLine, endLine, lines }: LineEdit,
): [vscode.Range, string] {
  const end = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const text = lines.map(line => line + end).join('');
  if (endLine < document.lineCount) return [new vscode.Range(startLine, 0, endLine, 0), text];
  const last = document.lineAt(document.lineCount - 1).range.end;
  if (lines.length > 0) return [new vscode.Range(new vscode.Position(startLine, 0), last), lines.join(end)];
  const from = startLine === 0 ? new vscode.Position(0, 0) : document.lineAt(startLine - 1).range.end;
  return [new vscode.Range(from, last), ''];
}
