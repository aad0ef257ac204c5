import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';

/** The settings that are lists. The entries of user, workspace and folder are combined. */
type ScopedList = 'ignore' | 'tools';

/** The part of a list that one settings file holds. */
export interface ScopedEntries {
  readonly target: vscode.ConfigurationTarget;
  /** The folder whose settings they are. */
  readonly folder: vscode.WorkspaceFolder | undefined;
  /** For messages: "the settings of this workspace". */
  readonly place: string;
  /** The unchecked value; `undefined` if it is not set. */
  readonly value: unknown;
}

/** Returns the entries of each scope, widest first. Leaves out a workspace that is not trusted. */
export function scopesOf(name: ScopedList, folder: vscode.WorkspaceFolder | undefined): ScopedEntries[] {
  const { ConfigurationTarget: targets } = vscode;
  const found = vscode.workspace.getConfiguration('codeReview', folder?.uri).inspect<unknown>(name);
  const user = { target: targets.Global, folder: undefined, place: t('your user settings'), value: found?.globalValue };
  if (!vscode.workspace.isTrusted || !vscode.workspace.workspaceFolders) return [user];
  const workspace = { target: targets.Workspace, folder: undefined, place: t('the settings of this workspace') };
  const scopes = [user, { ...workspace, value: found?.workspaceValue }];
  // With a single folder, its settings are the workspace's.
  if (folder === undefined || vscode.workspace.workspaceFile === undefined) return scopes;
  const place = t('the settings of the folder {name}', { name: folder.name });
  return [...scopes, { target: targets.WorkspaceFolder, folder, place, value: found?.workspaceFolderValue }];
}

/** Adds entries to what one scope has by then. @returns a function that removes them again */
export async function addEntries(
  name: ScopedList,
  scope: ScopedEntries,
  entries: readonly unknown[],
): Promise<() => Promise<void>> {
  let added: readonly unknown[] = [];
  await change(name, scope, before => {
    added = entries.filter(entry => !before.some(each => isDeepStrictEqual(each, entry)));
    return [...before, ...added];
  });
  return () => removeEntries(name, scope, added);
}

/** Removes entries from one scope. */
export async function removeEntries(
  name: ScopedList,
  scope: ScopedEntries,
  entries: readonly unknown[],
): Promise<void> {
  await change(name, scope, before => before.filter(each => !entries.some(entry => isDeepStrictEqual(each, entry))));
}

let changing: Promise<void> = Promise.resolve();

/** One after another: each is written as a whole, and would undo what is still being written. */
function change(
  name: ScopedList,
  { target, folder }: ScopedEntries,
  changed: (before: readonly unknown[]) => readonly unknown[],
): Promise<void> {
  const written = changing.then(async () => {
    const now: unknown = scopesOf(name, folder).find(scope => scope.target === target)?.value;
    const entries = changed(Array.isArray(now) ? now : []);
    const value = entries.length === 0 ? undefined : entries;
    await vscode.workspace.getConfiguration('codeReview', folder?.uri).update(name, value, target);
  });
  changing = written.catch(() => undefined);
  return written;
}
