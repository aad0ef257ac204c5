import type { Command } from '../command.ts';
import { written } from './options.ts';

/** The program's name, as its package installs it. */
export const programName = 'code-review';

type Row = readonly [left: string, right: string];

/** The help of the program. @param width characters of a line */
export function programHelp(commands: Readonly<Record<string, Command>>, width: number): string {
  const rows = Object.entries(commands).map(([name, { about }]): Row => [name, about]);
  return sections(
    [
      `Usage: ${programName} COMMAND [options]`,
      rows,
      [
        ['--help', 'Print this; after a command, the help of the command'],
        ['--version', 'Print the version'],
      ],
    ],
    width,
  );
}

/** The help of one command. @param width characters of a line */
export function commandHelp(name: string, command: Command, width: number): string {
  const { about, options, operands, notes = [] } = command;
  const rows = Object.entries(options).map(([option, described]): Row => {
    const { about: what, default: preset } = described;
    return [written(option, described), preset === undefined || preset === '' ? what : `${what} (default: ${preset})`];
  });
  const synopsis = [programName, name, operands?.synopsis, '[options]'].filter(Boolean).join(' ');
  return sections([`Usage: ${synopsis}`, `${about}.`, [...rows, ['--help', 'Print this']], ...notes], width);
}

function sections(parts: readonly (string | readonly Row[])[], width: number): string {
  const texts = parts.map(part => (typeof part === 'string' ? wrap(part, width).join('\n') : table(part, width)));
  return `${texts.join('\n\n')}\n`;
}

const widestLeft = 30;

/** Two columns; a left side that is too wide gets a line of its own. */
function table(rows: readonly Row[], width: number): string {
  const left = Math.min(widestLeft, Math.max(...rows.map(([text]) => text.length))) + 4;
  return rows
    .flatMap(([text, about]) => {
      const [first = '', ...more] = wrap(about, Math.max(20, width - left));
      const start = `  ${text}`;
      const further = more.map(line => ' '.repeat(left) + line);
      return start.length > left - 2
        ? [start, ' '.repeat(left) + first, ...further]
        : [start.padEnd(left) + first, ...further];
    })
    .join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
