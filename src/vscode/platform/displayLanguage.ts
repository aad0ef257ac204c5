import * as vscode from 'vscode';
import { setDisplayLanguage } from '../../core/base/l10n.ts';

/** Has all messages made in the editor's display language, if there is a translation. */
export function useDisplayLanguage(): void {
  const { bundle, t: translate } = vscode.l10n;
  if (bundle !== undefined) setDisplayLanguage({ tag: vscode.env.language, translate });
}
