import type { CommandContext } from './command.ts';
import { commandHelp, programHelp, programName } from './commandLine/help.ts';
import { parseGiven, unknownWord, UsageError } from './commandLine/parse.ts';
import { commands } from './commands/commands.ts';
import { codeOfFailure, sentenceOf } from './failure.ts';
import { programVersion } from './version.ts';

/** Runs a command line and resolves to its exit code, see `codeOfFailure` and the command's own help. */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  const [name, ...rest] = args;
  const { stdout, stderr } = context;
  const width = widthOf(stdout);
  if (name === undefined || isHelp(name)) {
    (name === undefined ? stderr : stdout).write(programHelp(commands, width));
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    stdout.write(`${programName} ${programVersion()}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (command === undefined) throw unknownWord('command', name, Object.keys(commands));
    if (rest.some(isHelp)) {
      stdout.write(commandHelp(name, command, width));
      return 0;
    }
    const given = parseGiven(rest, command);
    const run = await command.load();
    return await run(given, context);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const hint = ` See ${programName} ${command === undefined ? '' : `${name} `}--help.`;
    stderr.write(`${sentenceOf(error)}${isUsage ? hint : ''}\n`);
    return codeOfFailure(error, command?.failureCode ?? 1);
  }
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

/** Characters of a line of help: those of the terminal, up to 120. */
function widthOf(stdout: CommandContext['stdout']): number {
  return Math.max(60, Math.min(120, 'columns' in stdout ? Number(stdout.columns) : 120));
}
