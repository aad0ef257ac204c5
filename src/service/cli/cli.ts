import { CodeReviewError, displayMessage } from '../../core/base/errors.ts';
import { UsageError, type Command, type CommandContext } from './command.ts';
import { keysCommand } from './keys.ts';
import { reviewCommand } from './review.ts';
import { serveCommand } from './serve.ts';

const commands: Readonly<Record<string, Command>> = {
  review: reviewCommand,
  serve: serveCommand,
  keys: keysCommand,
};

const program = 'node service.js';
const usageOf = (shown: readonly Command[], synopsis: string): string =>
  [
    `Usage: ${program} ${synopsis}`,
    ...shown.map(({ usage }) => usage),
    '  --help                      print this',
  ].join('\n\n');

/** Runs a command line and resolves to its exit code: 2 for invalid arguments, otherwise the command's own. */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const usage =
    command === undefined
      ? usageOf(Object.values(commands), 'review|serve|keys [options]')
      : usageOf([command], `${name} [options]`);
  try {
    if (args.includes('--help')) {
      context.stdout.write(`${usage}\n`);
      return 0;
    }
    if (command !== undefined) return await command.run(rest, context);
    throw new UsageError(/^(?:-.*)?$/.test(name) ? 'A command is missing.' : `There is no command ${name}.`);
  } catch (error) {
    const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
    context.stderr.write(isUsage ? `${sentenceOf(error)}\n\n${usage}\n` : `${sentenceOf(error)}\n`);
    return isUsage || CodeReviewError.is(error, 'input') ? 2 : (command?.failureCode ?? 1);
  }
}

function sentenceOf(error: unknown): string {
  if (CodeReviewError.is(error)) return displayMessage(error);
  return error instanceof Error ? error.message : String(error);
}
