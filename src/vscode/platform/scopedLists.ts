import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';

/** The settings that are lists. The entries of user, workspace and folder are combined. */
export type ScopedList = 'ignore' | 'tools';

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
