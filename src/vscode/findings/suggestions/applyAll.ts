import path from 'node:path';
import * as vscode from 'vscode';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { commaList, plural, t } from '../../../core/base/l10n.ts';
import { plainLabel } from '../../../core/base/text.ts';
import { splitOverlapping, type LineEdit } from '../../../core/review/suggestedEdit.ts';
import { plainMarkdown } from '../../../core/render/plainMarkdown.ts';
import { notify } from '../../platform/notify.ts';
import { openText } from '../openText.ts';
import type { WorkItem } from '../workItem.ts';
import type { Worklist } from '../worklist.ts';
import type { AppliedSuggestions } from './appliedSuggestions.ts';
import { replacement } from './documentEdit.ts';
import { savableEdit } from './savedFile.ts';
import type { SuggestionPreviews } from './suggestionPreviews.ts';

interface Change {
  readonly item: WorkItem;
  readonly edit: LineEdit;
}

/** The suggestions that fit a file as it is now, in its order. */
interface FileChanges {
  readonly document: vscode.TextDocument;
  /** Of the document when they were found to fit. */
  readonly version: number;
  /** Whether no editor shows it. */
  readonly isClosed: boolean;
  readonly changes: readonly Change[];
}

interface Parts {
  readonly worklist: Worklist;
  readonly applied: AppliedSuggestions;
  readonly previews: SuggestionPreviews;
}

/** Shows what the suggestions would change, has the user choose, and applies them as one edit. */
export async function applyAll(items: readonly WorkItem[], parts: Parts): Promise<void> {
  const { files, left } = await fittingByFile(items, parts.worklist);
  const fitting = files.flatMap(({ changes }) => changes);
  if (fitting.length === 0) {
    notify(
      'info',
      items.length === 0
        ? t('There is no suggestion to apply.')
        : t('None of the suggestions fits the code as it is now. Review the branch again for new ones.'),
    );
    return;
  }
  // The editor adds how many files they are in.
  const title = plural(fitting.length, 'Code Review: {count} suggestion', 'Code Review: {count} suggestions');
  const edits = files.map(({ document, changes }) => ({ document, edits: changes.map(({ edit }) => edit) }));
  await parts.previews.showAll(title, edits);
  const ticked = await choose(files, left);
  await parts.previews.close(title);
  if (ticked === undefined || ticked.size === 0) return;
  const chosen = files
    .map(file => ({ ...file, changes: file.changes.filter(({ item }) => ticked.has(item)) }))
    .filter(({ changes }) => changes.length > 0);
  await apply(chosen, parts);
}

/** How many suggestions are left out, by why. */
interface Left {
  readonly elsewhere: number;
  readonly unfit: number;
  readonly overlapping: number;
}

async function fittingByFile(
  items: readonly WorkItem[],
  worklist: Worklist,
): Promise<{ readonly files: readonly FileChanges[]; readonly left: Left }> {
  const files: FileChanges[] = [];
  const left = { elsewhere: 0, unfit: 0, overlapping: 0 };
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs).map(({ input }) => input);
  for (const [name, ofFile] of Map.groupBy(items, ({ uri }) => uri?.toString())) {
    const uri = ofFile[0]?.uri;
    const document = uri?.scheme === 'file' ? await openText(uri) : undefined;
    if (document === undefined) {
      left.elsewhere += ofFile.length;
      continue;
    }
    const { kept, overlapping } = splitOverlapping(await fittingIn(document, ofFile, worklist));
    left.overlapping += overlapping.length;
    left.unfit += ofFile.length - overlapping.length - kept.length;
    const isShown = tabs.some(input => input instanceof vscode.TabInputText && input.uri.toString() === name);
    if (kept.length > 0) files.push({ document, version: document.version, isClosed: !isShown, changes: kept });
  }
  return { files, left };
}

async function fittingIn(
  document: vscode.TextDocument,
  items: readonly WorkItem[],
  worklist: Worklist,
): Promise<Change[]> {
  const { version } = document;
  const fitting: Change[] = [];
  for (const each of items) {
    const item = worklist.byId(each.finding.id) ?? each;
    const found = await savableEdit(worklist, item, document);
    if ('edit' in found) fitting.push({ item, edit: found.edit });
  }
  // What was typed meanwhile may have moved the lines of the first of them.
  return document.version === version ? fitting : fittingIn(document, items, worklist);
}

/** @returns undefined if the user changed their mind */
async function choose(files: readonly FileChanges[], left: Left): Promise<ReadonlySet<WorkItem> | undefined> {
  const becomes = isSaved(files) ? t('will be saved') : t('stays unsaved');
  const rows = files.flatMap(({ document, isClosed, changes }) => [
    {
      label: t('{name}: {text}', {
        name: vscode.workspace.asRelativePath(document.uri),
        text: commaList(isClosed ? [t('not open'), becomes] : [becomes]),
      }),
      kind: vscode.QuickPickItemKind.Separator,
    },
    ...changes.map(({ item, edit }) => ({
      label: plainLabel(plainMarkdown(item.finding.comment.title, 100)),
      description: plainLabel(`${path.basename(document.fileName)}:${edit.startLine + 1}`),
      picked: true,
      item,
    })),
  ]);
  const count = files.reduce((sum, { changes }) => sum + changes.length, 0);
  const offer = t('Apply {suggestions} in {files}', amounts(count, files.length));
  const omitted = whyLeft(left);
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem & { readonly item?: WorkItem }>(rows, {
    title: omitted === '' ? offer : `${offer} (${omitted})`,
    placeHolder: t('Untick what is not to be applied. One undo takes all of it back.'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return picked && new Set(picked.flatMap(({ item }) => item ?? []));
}

function whyLeft({ elsewhere, unfit, overlapping }: Left): string {
  const reasons = [
    unfit > 0 && plural(unfit, '{count} other no longer fits', '{count} others no longer fit'),
    overlapping > 0 &&
      plural(
        overlapping,
        '{count} other changes the same lines as one of these',
        '{count} others change the same lines as some of these',
      ),
    elsewhere > 0 &&
      plural(
        elsewhere,
        '{count} other is in no file that is open here',
        '{count} others are in no file that is open here',
      ),
  ];
  return commaList(reasons.filter(reason => reason !== false));
}

/** Whether the files end up on disk: the editor saves those of a refactoring of several files, unless it is told not to. */
function isSaved(files: readonly FileChanges[]): boolean {
  return files.length > 1 && vscode.workspace.getConfiguration('files').get('refactoring.autoSave', true);
}

async function apply(files: readonly FileChanges[], { applied }: Pick<Parts, 'applied'>): Promise<void> {
  if (files.some(({ document, version }) => document.version !== version)) {
    throw new CodeReviewError(
      'input',
      t('The code was changed meanwhile, so nothing was applied.'),
      t('Apply the suggestions again.'),
    );
  }
  const edit = new vscode.WorkspaceEdit();
  const before = files.map(({ document }) => document.getText());
  for (const { document, changes } of files)
    for (const { edit: lines } of changes) edit.replace(document.uri, ...replacement(document, lines));
  // As a refactoring the files are undone together.
  if (!(await vscode.workspace.applyEdit(edit, { isRefactoring: true }))) {
    throw new CodeReviewError('input', t('The editor did not take the changes.'), t('Save the files, then try again.'));
  }
  const made = files.map(({ document, changes }, index) => {
    return { document, before: before[index] ?? '', items: changes.map(({ item }) => item) };
  });
  await applied.add(made);
  const unsaved = files
    .filter(({ document }) => document.isDirty)
    .map(({ document }) => path.basename(document.fileName));
  const what = t('Applied {suggestions} in {files}.', amounts(made.flatMap(({ items }) => items).length, files.length));
  const saved =
    unsaved.length === 0 ? t('The files are saved.') : t('Not saved: {files}.', { files: commaList(unsaved) });
  notify('info', `${what} ${saved}`);
}

function amounts(suggestions: number, files: number): { readonly suggestions: string; readonly files: string } {
  return {
    suggestions: plural(suggestions, '{count} suggestion', '{count} suggestions'),
    files: plural(files, '{count} file', '{count} files'),
  };
}
