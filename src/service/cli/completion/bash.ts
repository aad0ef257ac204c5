import { programName } from '../commandLine/help.ts';
import { ownOptions, quoted, type Commands } from './words.ts';

/** The completion script for bash 3.2 and later. Where it knows no word, bash completes file names. */
export function bashCompletion(commands: Commands): string {
  const first = [...Object.keys(commands), ...optionsOf(ownOptions)];
  const cases = Object.entries(commands).flatMap(([name, { options, operands }]) => [
    ...Object.entries(options).flatMap(([option, { type, choices = [] }]) =>
      type === 'boolean' ? [] : [`    *:${name}:--${option}) words=${quoted(choices.join(' '))} ;;`],
    ),
    ...(operands === undefined ? [] : [`    2:${name}:*) words=${quoted(operands.words.join(' '))} ;;`]),
    `    *:${name}:*) words=${quoted([...optionsOf(options), '--help'].join(' '))} ;;`,
  ]);
  return `# Completion of ${programName} for bash.
_code_review() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  case "$COMP_CWORD:\${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD-1]}" in
    1:*) words=${quoted(first.join(' '))} ;;
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _code_review ${programName}
`;
}

function optionsOf(options: object): string[] {
  return Object.keys(options).map(name => `--${name}`);
}
