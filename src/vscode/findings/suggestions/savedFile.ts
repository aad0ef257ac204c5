import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../../core/base/l10n.ts';
import type { LineEdit, SuggestedEdit } from '../../../core/review/suggestedEdit.ts';
import type { WorkItem } from '../workItem.ts';
import type { Worklist } from '../worklist.ts';
import { suggestionEdit } from './suggestionEdit.ts';

/** The edit of `suggestionEdit` in the text that the document has in the end, if it leaves the rest of its file as it is. */
export async function savableEdit(
  worklist: Worklist,
  item: WorkItem,
  document: vscode.TextDocument,
): Promise<SuggestedEdit> {
  const { version } = document;
  const found = suggestionEdit(worklist, item, document);
  const problem = 'edit' in found ? await savingProblem(document, found.edit) : undefined;
  // What was typed meanwhile may have moved its lines.
  if (document.version !== version) return savableEdit(worklist, worklist.byId(item.finding.id) ?? item, document);
  return problem === undefined ? found : { problem };
}

/**
 * Why saving an edit would change more of a file than its lines: the editor writes line breaks of one kind, the characters
 * that it has read, and a question mark for those that the encoding lacks. Undefined where it would not.
 */
async function savingProblem(document: vscode.TextDocument, { lines }: LineEdit): Promise<string | undefined> {
  const { encoding } = document;
  const file = path.basename(document.fileName);
  if (!(await isIn(encoding, lines.join('\n'))))
    return t('{file} is saved as {encoding}, which lacks characters of this suggestion.', { file, encoding });
  const isSame = await isWrittenAsRead(document);
  if (isSame === undefined)
    return existsSync(document.uri.fsPath)
      ? t('This file could not be opened as text.')
      : t('This file is not in the working copy.');
  if (isSame) return undefined;
  return t('To save {file} would change other lines too: it mixes line breaks, or is not {encoding}.', {
    file,
    encoding,
  });
}

async function isIn(encoding: string, text: string): Promise<boolean> {
  if (encoding.startsWith('utf')) return true;
  const bytes = await vscode.workspace.encode(text, { encoding });
  return (await vscode.workspace.decode(bytes, { encoding })) === text;
}

/** Whether the file would be what it is; undefined where it cannot be read. What was typed since is the user's own, and will be saved anyway. */
async function isWrittenAsRead(document: vscode.TextDocument): Promise<boolean | undefined> {
  if (document.isDirty || document.uri.scheme !== 'file') return true;
  const [saved, written] = await Promise.all([
    readFile(document.uri.fsPath).catch(() => undefined),
    vscode.workspace.encode(document.getText(), { encoding: document.encoding }),
  ]);
  return saved && withoutMark(saved).equals(withoutMark(written));
}

const marks = ['efbbbf', 'fffe', 'feff'].map(mark => Buffer.from(mark, 'hex'));

/** The editor adds a byte order mark to what has none and needs one. */
function withoutMark(bytes: Uint8Array): Buffer {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = marks.find(each => all.subarray(0, each.length).equals(each));
  return all.subarray(mark?.length ?? 0);
}
