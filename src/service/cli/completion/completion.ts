import type { RunCommand } from '../command.ts';
import { UsageError } from '../commandLine/parse.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import type { Commands } from './words.ts';
import { zshCompletion } from './zsh.ts';

const shells = new Map([
  ['bash', bashCompletion],
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
]);

/** Prints the script that completes these commands and their options in a shell. */
export function printCompletion(commands: Commands): RunCommand {
  return ({ operands: [shell = '', ...more] }, { stdout }) => {
    const script = shells.get(shell);
    if (script === undefined || more.length > 0) throw new UsageError('Name one shell: bash, zsh or fish.');
    stdout.write(script(commands));
    return Promise.resolve(0);
  };
}
