import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import { splitOverlapping, type LineEdit } from '../../core/review/suggestedEdit.ts';
import { counted } from '../../reviews/summary/reviewSummary.ts';
import { AppliedSuggestions } from './appliedSuggestions.ts';
import { notify } from '../platform/notify.ts';
import { suggestionEdit } from './suggestionEdit.ts';
import { isOpen, type WorkItem, type Worklist } from './worklist.ts';

const previewScheme = 'code-review-preview';

/** The suggestions that fit a file as it is now, in its order. */
interface FileChanges {
  readonly document: vscode.TextDocument;
  /** Of the document when they were found to fit. */
  readonly version: number;
  readonly changes: readonly { readonly item: WorkItem; readonly edit: LineEdit }[];
}

/** The service's suggestions as edits: one, or all of a file or review as one edit that can be undone. */
export class Suggestions implements Disposable, vscode.TextDocumentContentProvider {
  readonly #worklist: Worklist;
  readonly #owned = new DisposableStore();
  readonly #applied: AppliedSuggestions;
  readonly #previews = new Map<string, string>();

  constructor(worklist: Worklist, onError: (error: unknown) => void) {
    this.#worklist = worklist;
    this.#applied = this.#owned.add(new AppliedSuggestions(worklist, onError));
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(previewScheme, this));
    this.#owned.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === previewScheme) this.#previews.delete(uri.toString());
      }),
    );
  }

  /** Applies one suggestion; its finding is done then. @throws CodeReviewError of kind `input` when it does not fit */
  async apply(item: WorkItem): Promise<void> {
    const { document, edit } = await this.#fitting(item);
    const before = document.getText();
    const changes = new vscode.WorkspaceEdit();
    changes.replace(document.uri, ...replacement(document, edit));
    if (!(await vscode.workspace.applyEdit(changes))) {
      throw new CodeReviewError('input', 'The editor did not take the change.', 'Save the file, then try again.');
    }
    this.#applied.add(document, before, [item]);
    await this.#worklist.decide([item], { state: 'done', at: Date.now() });
  }

  /** Shows the file beside what it would be. */
  async preview(item: WorkItem): Promise<void> {
    const { document, edit } = await this.#fitting(item);
    const uri = document.uri.with({ scheme: previewScheme, query: item.finding.id });
    this.#previews.set(uri.toString(), textAfter(document, [edit]));
    const title = `Suggestion: ${plainLine(item.finding.comment.title, 60)}`;
    const selection = new vscode.Range(edit.startLine, 0, edit.startLine, 0);
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, title, { preview: true, selection });
  }

  /** Applies every suggestion that fits, of one file or of all, as one edit, after the user has looked at it. */
  async applyAll(only: vscode.Uri | undefined): Promise<void> {
    const items = this.#worklist.items.filter(
      item =>
        isOpen(item) &&
        item.finding.comment.suggestion !== undefined &&
        (only === undefined || item.uri?.toString() === only.toString()),
    );
    const files = await this.#fittingByFile(items);
    const count = files.reduce((sum, { changes }) => sum + changes.length, 0);
    if (count === 0) {
      notify(
        'info',
        items.length === 0
          ? 'There is no suggestion to apply.'
          : 'None of the suggestions fits the code as it is now. Review the branch again for new ones.',
      );
      return;
    }
    const what = `${counted(count, 'suggestion')} in ${counted(files.length, 'file')}`;
    const left = items.length - count;
    const omitted =
      left === 0
        ? ''
        : `${counted(left, 'other')} left out: the code there has changed, or another suggestion changes the same lines`;
    if (!(await this.#confirmed(files, what, omitted))) return;
    if (files.some(({ document, version }) => document.version !== version)) {
      throw new CodeReviewError(
        'input',
        'The code was changed meanwhile, so nothing was applied.',
        'Apply the suggestions again.',
      );
    }
    const edit = new vscode.WorkspaceEdit();
    const applied = files.map(({ document, changes }) => ({
      document,
      before: document.getText(),
      items: changes.map(({ item }) => item),
    }));
    for (const { document, changes } of files) {
      for (const { edit: lines } of changes) edit.replace(document.uri, ...replacement(document, lines));
    }
    // As a refactoring the files are undone together.
    if (!(await vscode.workspace.applyEdit(edit, { isRefactoring: true }))) {
      throw new CodeReviewError('input', 'The editor did not take the changes.', 'Save the files, then try again.');
    }
    for (const { document, before, items } of applied) this.#applied.add(document, before, items);
    await this.#worklist.decide(
      applied.flatMap(({ items }) => items),
      { state: 'done', at: Date.now() },
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#previews.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Shows all files beside what they would be, and asks. */
  async #confirmed(files: readonly FileChanges[], what: string, omitted: string): Promise<boolean> {
    const count = files.reduce((sum, { changes }) => sum + changes.length, 0);
    // The editor adds how many files they are in.
    const title = `Code Review: ${counted(count, 'suggestion')}`;
    const rows = files.map(({ document, changes }) => {
      const uri = document.uri.with({ scheme: previewScheme, query: 'all' });
      this.#previews.set(
        uri.toString(),
        textAfter(
          document,
          changes.map(({ edit }) => edit),
        ),
      );
      return [document.uri, document.uri, uri] as const;
    });
    await vscode.commands.executeCommand('vscode.changes', title, rows);
    const apply = { label: `$(check) Apply ${what}`, detail: omitted };
    const picked = await vscode.window.showQuickPick([apply, { label: '$(close) Change nothing' }], {
      title: 'Code Review: Apply All Suggestions',
      placeHolder: 'Look at the changes below. They can be undone together.',
      ignoreFocusOut: true,
    });
    const tabs = vscode.window.tabGroups.all
      .flatMap(group => group.tabs)
      .filter(({ label }) => label.startsWith(title));
    await vscode.window.tabGroups.close(tabs);
    return picked === apply;
  }

  async #fittingByFile(items: readonly WorkItem[]): Promise<FileChanges[]> {
    const byFile = new Map<string, WorkItem[]>();
    for (const item of items) {
      const name = item.uri?.toString();
      if (name !== undefined) byFile.set(name, [...(byFile.get(name) ?? []), item]);
    }
    const files: FileChanges[] = [];
    for (const [name, ofFile] of byFile) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(name));
      const fitting = ofFile.flatMap(item => {
        const found = suggestionEdit(this.#worklist, item, document);
        return 'edit' in found ? [{ item, edit: found.edit }] : [];
      });
      const { kept } = splitOverlapping(fitting);
      if (kept.length > 0) files.push({ document, version: document.version, changes: kept });
    }
    return files;
  }

  async #fitting(item: WorkItem): Promise<{ document: vscode.TextDocument; edit: LineEdit }> {
    if (item.uri === undefined) throw new CodeReviewError('input', 'This finding is in no file that is open here.');
    const document = await vscode.workspace.openTextDocument(item.uri);
    const found = suggestionEdit(this.#worklist, item, document);
    if ('problem' in found) throw new CodeReviewError('input', found.problem, 'Look at it and change it by hand.');
    return { document, edit: found.edit };
  }
}

/** A document's text after edits that do not touch each other, in the order of the text. */
function textAfter(document: vscode.TextDocument, edits: readonly LineEdit[]): string {
  let text = document.getText();
  for (const edit of [...edits].reverse()) {
    const [range, replaced] = replacement(document, edit);
    text = text.slice(0, document.offsetAt(range.start)) + replaced + text.slice(document.offsetAt(range.end));
  }
  return text;
}

/** Whole lines with their breaks; at the end of a file that ends without one, the break before goes instead. */
function replacement(document: vscode.TextDocument, { startLine, endLine, lines }: LineEdit): [vscode.Range, string] {
  const end = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const text = lines.map(line => line + end).join('');
  if (endLine < document.lineCount) return [new vscode.Range(startLine, 0, endLine, 0), text];
  const last = document.lineAt(document.lineCount - 1).range.end;
  if (lines.length > 0) return [new vscode.Range(new vscode.Position(startLine, 0), last), lines.join(end)];
  const from = startLine === 0 ? new vscode.Position(0, 0) : document.lineAt(startLine - 1).range.end;
  return [new vscode.Range(from, last), ''];
}
