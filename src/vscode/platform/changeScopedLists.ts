import * as vscode from 'vscode';
import { changeList, without } from '../../files/changeList.ts';
import { scopesOf, type ScopedEntries, type ScopedList } from './scopedLists.ts';

/** Changes the settings that are lists, also while another window does. */
export class ScopedLists {
  readonly #journal: string;
  /** The last change: they are made in the order in which they were asked for. */
  #changing: Promise<void> = Promise.resolve();

  /** @param journal a file that all windows share; created at the first change */
  constructor(journal: string) {
    this.#journal = journal;
  }

  /** Adds entries to what one scope has by then. @returns a function that removes them again */
  async add(name: ScopedList, scope: ScopedEntries, entries: readonly unknown[]): Promise<() => Promise<void>> {
    let added: readonly unknown[] = [];
    await this.#change(name, scope, before => {
      added = without(entries, before);
      return [...before, ...added];
    });
    return () => this.remove(name, scope, added);
  }

  /** Removes entries from one scope. */
  async remove(name: ScopedList, scope: ScopedEntries, entries: readonly unknown[]): Promise<void> {
    await this.#change(name, scope, before => without(before, entries));
  }

  #change(
    name: ScopedList,
    { target, folder }: ScopedEntries,
    changed: (before: readonly unknown[]) => readonly unknown[],
  ): Promise<void> {
    const list = {
      journal: this.#journal,
      name: `${name} ${fileOf(target, folder)}`,
      read: () => {
        const now = scopesOf(name, folder).find(scope => scope.target === target)?.value;
        return Array.isArray(now) ? (now as readonly unknown[]) : [];
      },
      write: async (entries: readonly unknown[]) => {
        const value = entries.length === 0 ? undefined : entries;
        await vscode.workspace.getConfiguration('codeReview', folder?.uri).update(name, value, target);
      },
    };
    const written = this.#changing.then(() => changeList(list, changed));
    this.#changing = written.catch(() => undefined);
    return written;
  }
}

/** What tells the file of a scope from others, the same in every window: a folder alone is a workspace of its own. */
function fileOf(target: vscode.ConfigurationTarget, folder: vscode.WorkspaceFolder | undefined): string {
  const { ConfigurationTarget: targets, workspace } = vscode;
  if (target === targets.Global) return 'user';
  const ofWorkspace = workspace.workspaceFile ?? workspace.workspaceFolders?.[0]?.uri;
  return (target === targets.Workspace ? ofWorkspace : folder?.uri)?.toString() ?? '';
}
