/** The sample model as one that belongs to an account: VS Code asks before another extension may use it. */
import type * as vscode from 'vscode';
import { activate as provide, reader } from '../../integration/models/provider/extension.ts';

export function activate(context: vscode.ExtensionContext): void {
  const model: typeof reader & { requiresAuthorization: { label: string } } = {
    ...reader,
    requiresAuthorization: { label: 'robin@acme.example' },
  };
  provide(context).offer(model);
}
