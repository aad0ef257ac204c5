/** An option of a command: what parses it, prints it in the help and completes it in a shell. */
export interface Option {
  readonly type: 'string' | 'boolean';
  /** What it does, without a full stop. */
  readonly about: string;
  /** What stands for the value in the help; a `FILE`, `FOLDER` or `PATH` is completed as one. */
  readonly value?: string;
  /** All that the value may be. */
  readonly choices?: readonly string[];
  /** Whether it may be given several times. */
  readonly multiple?: true;
  readonly default?: string;
}

/** The options of a command by their names, without the dashes. */
export type Options = Readonly<Record<string, Option>>;

/** What a command takes besides options. */
export interface Operands {
  /** As in the help: `create | list | revoke ID`. */
  readonly synopsis: string;
  /** What the first may be. */
  readonly words: readonly string[];
}

/** The values of options: an absent boolean is false, an absent text without a default is undefined. */
export type Values<O extends Options> = { readonly [Name in keyof O]: ValueOf<O[Name]> };

type ValueOf<O extends Option> = O extends { readonly type: 'boolean' }
  ? boolean
  : O extends { readonly multiple: true }
    ? readonly string[]
    : TextOf<O> | (O extends { readonly default: string } ? never : undefined);

type TextOf<O extends Option> = O extends { readonly choices: readonly (infer Choice extends string)[] }
  ? Choice
  : string;

/** The option as it is written: `--format text|json`. */
export function written(name: string, { type, value = 'VALUE', choices }: Option): string {
  if (type === 'boolean') return `--${name}`;
  return `--${name} ${choices === undefined ? value : choices.join('|')}`;
}
