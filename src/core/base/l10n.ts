/** The placeholders of a message: `'name' | 'count'` for `'{name} has {count} findings'`. */
type Placeholder<M> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;
type Value = string | number;
type Values<Name extends string> = [Name] extends [never] ? [] : [values: Readonly<Record<Name, Value>>];

/** A display language other than English. */
export interface DisplayLanguage {
  /** BCP 47 language tag. */
  readonly tag: string;
  /** Returns the translation of an English message, with its placeholders filled; the message itself if there is none. */
  readonly translate: (message: string, values: Readonly<Record<string, Value>>) => string;
}

// Every bundle has a copy of this module, so the language is kept where all of them find it.
const key = Symbol.for('codeReview.displayLanguage');
const shared = globalThis as { [key]?: DisplayLanguage | undefined };

/** The rules of a display language, which take long to make. */
interface Rules {
  readonly tag: string;
  readonly plural: Intl.PluralRules;
  readonly list: Intl.ListFormat;
}
let made: Rules | undefined;

/** Sets the language of all messages made from now on; `undefined` stands for English. */
export function setDisplayLanguage(language: DisplayLanguage | undefined): void {
  shared[key] = language;
}

/**
 * Returns a message in the display language.
 * @param message in English, a whole phrase as a string literal: `l10n/bundle.l10n.*.json` has its translations
 * @param values what `{name}` stands for
 */
export function t<const M extends string>(message: M, ...[values]: Values<Placeholder<M>>): string {
  return translated(message, values ?? {});
}

/**
 * Returns a message about a number of things in the form that the display language has for that number.
 * @param one in English, for one of them: `'{count} finding'`
 * @param other in English, for any other number: `'{count} findings'`
 */
export function plural<const M extends string>(
  count: number,
  one: M,
  other: M,
  ...[values]: Values<Exclude<Placeholder<M>, 'count'>>
): string {
  return translated(rules().plural.select(count) === 'one' ? one : other, { count, ...values });
}

/** Joins the parts of an enumeration with "and": "a, b, and c". */
export function conjunction(parts: readonly string[]): string {
  return rules().list.format(parts);
}

/** Joins the parts of an enumeration with commas. */
export function commaList(parts: readonly string[]): string {
  return parts.join(t(', '));
}

/** Joins whole sentences; empty ones are left out. */
export function sentences(...all: readonly string[]): string {
  return all.filter(Boolean).join(' ');
}

/** The BCP 47 tag of the display language; `en` where there is no translation for it. */
export function languageTag(): string {
  return locale() ?? 'en';
}

/** The locale of times and dates: the display language where there is a translation for it, else the system's. */
export function locale(): string | undefined {
  return shared[key]?.tag;
}

function rules(): Rules {
  const tag = languageTag();
  if (made?.tag !== tag) made = { tag, plural: new Intl.PluralRules(tag), list: new Intl.ListFormat(tag) };
  return made;
}

function translated(message: string, values: Readonly<Record<string, Value>>): string {
  const language = shared[key];
  if (language !== undefined) return language.translate(message, values);
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
