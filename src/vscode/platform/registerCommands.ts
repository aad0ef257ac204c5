import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import type { Log } from './log.ts';
import { tellError } from './notify.ts';
import { tellWrongSettings } from './wrongSettings.ts';

/** Handlers by command id; every id is declared in package.json. */
export type CommandTable = Readonly<Record<`codeReview.${string}`, (...args: never[]) => unknown>>;

/** Registers the commands; whatever a handler throws is logged and told in one sentence. */
export function registerCommands(table: CommandTable, log: Log): Disposable {
  const registered = new DisposableStore();
  for (const [id, handler] of Object.entries(table)) {
    registered.add(
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        try {
          tellWrongSettings();
          return await handler(...(args as never[]));
        } catch (error) {
          tellError(log, id, error);
          return undefined;
        }
      }),
    );
  }
  return registered;
}
