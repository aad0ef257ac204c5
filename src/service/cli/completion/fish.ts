import { programName } from '../commandLine/help.ts';
import type { Option } from '../commandLine/options.ts';
import { briefly, isPath, ownOptions, quoted, type Commands } from './words.ts';

/** The completion script for fish. */
export function fishCompletion(commands: Commands): string {
  const lines = [
    ...Object.entries(ownOptions).map(([name, about]) => `-n __fish_use_subcommand -l ${name} -d ${quoted(about)}`),
    ...Object.entries(commands).flatMap(([name, { about, options, operands }]) => {
      const within = `-n ${quoted(`__fish_seen_subcommand_from ${name}`)}`;
      return [
        `-n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
        ...(operands === undefined ? [] : [`${within} -a ${quoted(operands.words.join(' '))}`]),
        ...Object.entries(options).map(
          ([option, each]) => `${within} -l ${option}${valueOf(each)} -d ${quoted(briefly(each.about))}`,
        ),
        `${within} -l help -d 'Print help'`,
      ];
    }),
  ];
  return `# Completion of ${programName} for fish.
complete -c ${programName} -f
${lines.map(line => `complete -c ${programName} ${line}`).join('\n')}
`;
}

function valueOf(option: Option): string {
  if (option.type === 'boolean') return '';
  if (isPath(option)) return ' -r -F';
  return option.choices === undefined ? ' -x' : ` -x -a ${quoted(option.choices.join(' '))}`;
}
