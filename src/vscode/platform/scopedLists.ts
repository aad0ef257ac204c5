import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';

/** The settings that are lists: what the user, the workspace and the folder list counts together. */
export type ScopedList = 'ignore' | 'tools';

/** The part of a list that one settings file holds. */
export interface ScopedEntries {
  readonly target: vscode.ConfigurationTarget;
  /** The folder whose settings they are. */
  readonly folder: vscode.WorkspaceFolder | undefined;
  /** For people: "the settings of this workspace". */
  readonly place: string;
  /** As it was typed; undefined where nothing is. */
  readonly value: unknown;
}

/** What every scope lists, the widest first; what a workspace that is not trusted lists is left out. */
export function scopesOf(name: ScopedList, folder: vscode.WorkspaceFolder | undefined): ScopedEntries[] {
  const { ConfigurationTarget: targets } = vscode;
  const found = vscode.workspace.getConfiguration('codeReview', folder?.uri).inspect<unknown>(name);
  const user = { target: targets.Global, folder: undefined, place: 'your user settings', value: found?.globalValue };
  if (!vscode.workspace.isTrusted || !vscode.workspace.workspaceFolders) return [user];
  const workspace = { target: targets.Workspace, folder: undefined, place: 'the settings of this workspace' };
  const scopes = [user, { ...workspace, value: found?.workspaceValue }];
  // With one folder alone its settings are those of the workspace.
  if (folder === undefined || vscode.workspace.workspaceFile === undefined) return scopes;
  const place = `the settings of the folder ${folder.name}`;
  return [...scopes, { target: targets.WorkspaceFolder, folder, place, value: found?.workspaceFolderValue }];
}

/** Adds entries to what a scope itself lists, and to nothing else. @returns how to take them away again */
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

/** Takes entries away from what a scope lists now. */
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
