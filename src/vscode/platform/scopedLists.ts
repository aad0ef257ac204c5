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

/** Adds entries to one scope. @returns a function that removes them again */
export async function addEntries(
  name: ScopedList,
  scope: ScopedEntries,
  entries: readonly unknown[],
): Promise<() => Promise<void>> {
  const before = listed(scope.value);
  const added = entries.filter(entry => !before.some(each => isDeepStrictEqual(each, entry)));
  await write(name, scope, [...before, ...added]);
  return () => removeEntries(name, scope, added);
}

/** Removes entries from one scope. */
export async function removeEntries(
  name: ScopedList,
  scope: ScopedEntries,
  entries: readonly unknown[],
): Promise<void> {
  const now = scopesOf(name, scope.folder).find(({ target }) => target === scope.target);
  const kept = listed(now?.value).filter(each => !entries.some(entry => isDeepStrictEqual(each, entry)));
  await write(name, scope, kept);
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

async function write(name: ScopedList, { target, folder }: ScopedEntries, entries: readonly unknown[]): Promise<void> {
  const value = entries.length === 0 ? undefined : entries;
  await vscode.workspace.getConfiguration('codeReview', folder?.uri).update(name, value, target);
}
