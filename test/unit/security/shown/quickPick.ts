import type * as vscode from 'vscode';

/** Returns what the editor leaves of a list where something is typed: it looks into what the list says, beside the labels. */
export function typedInto<T extends vscode.QuickPickItem>(
  items: readonly T[],
  { matchOnDescription, matchOnDetail }: vscode.QuickPickOptions,
  typed: string,
): T[] {
  return items.filter(({ label, description = '', detail = '' }) =>
    [label, matchOnDescription === true ? description : '', matchOnDetail === true ? detail : ''].some(text =>
      text.includes(typed),
    ),
  );
}
