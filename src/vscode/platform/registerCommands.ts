import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import type { Log } from './log.ts';
import { notifyError } from './notify.ts';
import { warnOfInvalidSettings } from './wrongSettings.ts';

/** Handlers by command id; every id is declared in package.json. */
type CommandTable = Readonly<Record<`codeReview.${string}`, (...args: never[]) => unknown>>;

/** Registers commands. Errors that a handler throws are logged and shown in a notification. */
export function registerCommands(table: CommandTable, log: Log): Disposable {
  const registered = new DisposableStore();
  for (const [id, handler] of Object.entries(table)) {
    registered.add(
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        try {
          warnOfInvalidSettings();
          return await handler(...(args as never[]));
        } catch (error) {
          notifyError(log, id, error);
          return undefined;
        }
      }),
    );
  }
  return registered;
}
