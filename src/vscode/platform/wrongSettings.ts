import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { settingKinds, settingProblem, type SettingName } from '../../core/protocol/settingKinds.ts';
import { notify } from './notify.ts';

const told = new Set<string>();

/** Warns once about each setting with an invalid value. */
export function warnOfInvalidSettings(): void {
  const folders = vscode.workspace.workspaceFolders ?? [];
  for (const name of Object.keys(settingKinds) as SettingName[]) {
    const problems = [undefined, ...folders].flatMap(folder => {
      const value: unknown = vscode.workspace.getConfiguration('codeReview', folder?.uri).get(name);
      return settingProblem(name, value) ?? [];
    });
    const [problem] = problems;
    if (problem === undefined) told.delete(name);
    else if (!told.has(name)) {
      told.add(name);
      const id = `codeReview.${name}`;
      notify('warning', `${problem} ${t('Invalid parts are ignored.')}`, [
        { title: t('Open Settings'), command: 'workbench.action.openSettings', arguments: [id] },
      ]);
    }
  }
}
