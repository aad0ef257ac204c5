import * as vscode from 'vscode';
import type { LineEdit } from '../../../core/review/suggestedEdit.ts';

/** Returns a document's text after edits that do not touch each other. @param edits in the order of the text */
export function textAfter(document: vscode.TextDocument, edits: readonly LineEdit[]): string {
  let text = document.getText();
  for (const edit of [...edits].reverse()) {
    const [range, replaced] = replacement(document, edit);
    text = text.slice(0, document.offsetAt(range.start)) + replaced + text.slice(document.offsetAt(range.end));
  }
  return text;
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
