import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';

/** The used part of the extension's own manifest. */
export interface Manifest {
  readonly version: string;
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/**
 * Registers the commands of the manifest.
 * @param run runs the command with an id; it tells the user of what fails
 */
export function registerCommands(
  { commands }: Manifest['contributes'],
  run: (id: string, args: readonly unknown[]) => Promise<unknown>,
): Disposable {
  const registered = new DisposableStore();
  for (const { command } of commands)
    registered.add(vscode.commands.registerCommand(command, (...args: unknown[]) => run(command, args)));
  return registered;
}
