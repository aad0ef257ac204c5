/** One command of the service's program. */
export interface Command {
  readonly usage: string;
  /** The exit code where something goes wrong; arguments that cannot be used end with 2 in any command. */
  readonly failureCode: 1 | 2;
  /**
   * @param args what follows the command's name
   * @param engine path of the engine's program
   * @returns the exit code
   * @throws TypeError of `parseArgs` and UsageError where the arguments cannot be used
   */
  run(args: readonly string[], engine: string): Promise<number>;
}

/** What the user got wrong; told with the usage. */
export class UsageError extends Error {}

/** Where the service keeps its keys and reviews. */
export const dataUsage = `  --data FOLDER               where keys and reviews are kept (default: ~/.code-review)`;

/** A whole number as an option takes it. @throws UsageError */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new UsageError(`${option} takes a whole number from ${least} to ${most}.`);
  }
  return number;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
