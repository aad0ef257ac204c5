import { parseArgs } from 'node:util';
import { plainLine } from '../../../core/base/text.ts';
import { nearest } from './nearest.ts';
import type { Operands, Option, Options, Values } from './options.ts';

/** Invalid arguments; the message is printed with a hint where the help is. */
export class UsageError extends Error {}

/** What stands after a command's name. */
export interface Given<O extends Options = Options> {
  readonly values: Values<O>;
  readonly operands: readonly string[];
}

/** Parses the arguments after a command's name. @throws UsageError that names the first wrong one */
export function parseGiven(
  args: readonly string[],
  { options, operands }: { readonly options: Options; readonly operands?: Operands },
): Given {
  const { tokens, values, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(options).map(([name, option]) => [name, configOf(option)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'option') checkOption(token, options);
    else if (token.kind === 'positional' && operands === undefined)
      throw new UsageError(`“${plainLine(token.value, 100)}” belongs to no option.`);
  }
  return { values: values as Given['values'], operands: positionals };
}

/** The error for a word that is none of those that are known. */
export function unknownWord(what: 'command' | 'option', typed: string, known: readonly string[]): UsageError {
  const meant = nearest(typed, known);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return new UsageError(`There is no ${what} ${plainLine(typed, 100)}.${hint}`);
}

/** Parses the whole number of an option. @throws UsageError if it is none, or out of bounds */
export function parseWholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new UsageError(`${option} takes a whole number from ${least} to ${most}.`);
  }
  return number;
}

/** Parses the number of an option, such as 0.5. @throws UsageError if it is none, or negative */
export function parseAmount(option: string, text: string): number {
  const number = Number(text);
  if (!/^\d+(?:\.\d+)?$/.test(text) || !Number.isFinite(number))
    throw new UsageError(`${option} takes a number of 0 or more, such as 0.5.`);
  return number;
}

function configOf({ type, multiple, default: preset }: Option) {
  if (type === 'boolean') return { type, default: false };
  if (multiple === true) return { type, multiple, default: preset === undefined ? [] : [preset] };
  return { type, ...(preset !== undefined && { default: preset }) };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkOption({ name, rawName, value, inlineValue }: OptionToken, options: Options): void {
  const option = rawName.startsWith('--') && Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const known = Object.keys(options).map(each => `--${each}`);
    throw unknownWord('option', rawName, known);
  }
  const { type, choices } = option;
  if (type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    return;
  }
  if (value === undefined || (inlineValue !== true && /^-./.test(value)))
    throw new UsageError(`${rawName} needs a value; one that begins with a dash is written ${rawName}=-….`);
  if (choices !== undefined && !choices.includes(value))
    throw new UsageError(`${rawName} is one of ${choices.join(', ')}.`);
}
