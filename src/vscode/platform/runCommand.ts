import type { Log } from './log.ts';
import { notifyError } from './notify.ts';
import { warnOfInvalidSettings } from './wrongSettings.ts';

/** Handlers by command id; every id is declared in package.json. */
export type CommandTable = Readonly<Record<`codeReview.${string}`, (...args: never[]) => unknown>>;

/** Runs a command of a table. An error that its handler throws is logged and shown in a notification. */
export async function runCommand(
  table: CommandTable,
  log: Log,
  id: string,
  args: readonly unknown[],
): Promise<unknown> {
  try {
    warnOfInvalidSettings();
    return await table[id as keyof CommandTable]?.(...(args as never[]));
  } catch (error) {
    notifyError(log, id, error);
    return undefined;
  }
}
