import { programName } from '../commandLine/help.ts';
import type { Option } from '../commandLine/options.ts';
import { briefly, isPath, ownOptions, quoted, type Commands } from './words.ts';

/** The completion script for zsh, to be sourced or put into a folder of `fpath`. */
export function zshCompletion(commands: Commands): string {
  const described = Object.entries(commands).map(([name, { about }]) => `    ${quoted(`${name}:${about}`)}`);
  const cases = Object.entries(commands).map(([name, { options, operands }]) => {
    const specs = [
      ...(operands === undefined ? [] : [`1:what:(${operands.words.join(' ')})`]),
      ...Object.entries(options).map(([option, each]) => specOf(option, each)),
      '--help[Print help]',
    ];
    return [`    ${name})`, '      _arguments \\', `${specs.map(spec => `        ${quoted(spec)}`).join(' \\\n')} ;;`];
  });
  return `#compdef ${programName}
# Completion of ${programName} for zsh.
_code_review() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments ${Object.entries(ownOptions)
      .map(([name, about]) => quoted(`--${name}[${about}]`))
      .join(' ')}
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.flat().join('\n')}
  esac
}
compdef _code_review ${programName}
`;
}

/** An option as `_arguments` takes it. */
function specOf(name: string, option: Option): string {
  const { type, value = 'VALUE', choices, multiple, about } = option;
  const escaped = briefly(about).replace(/[[\]:\\]/g, String.raw`\$&`);
  const spec = `${multiple === true ? '*' : ''}--${name}[${escaped}]`;
  if (type === 'boolean') return spec;
  const action = choices === undefined ? (isPath(option) ? '_files' : ' ') : `(${choices.join(' ')})`;
  return `${spec}:${value}:${action}`;
}
