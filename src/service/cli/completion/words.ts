import type { Command } from '../command.ts';
import type { Option } from '../commandLine/options.ts';

/** The commands of the program by name. */
export type Commands = Readonly<Record<string, Command>>;

/** What the program itself takes instead of a command. */
export const ownOptions = { help: 'Print help', version: 'Print the version' } as const;

/** The first part of a description, for a menu of completions. */
export function briefly(about: string): string {
  return about.split(/[;:(]/, 1)[0]?.trim() ?? '';
}

/** Whether the value of an option is a file or a folder. */
export function isPath({ value = '' }: Option): boolean {
  return ['FILE', 'FOLDER', 'PATH'].includes(value);
}

/** A text as one word of a shell, which it expands nothing in. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
