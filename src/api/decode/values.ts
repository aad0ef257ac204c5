import { plainLine } from '../../core/base/text.ts';
import { firstOf, isObject, names } from './aliases.ts';
import { isProse } from './text/prose.ts';

/** Returns non-blank text; converts numbers. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Returns one line of plain text. */
export function asLine(value: unknown): string | undefined {
  return plainLine(asText(value) ?? '') || undefined;
}

/** Returns an integer; parses text such as "12" or "L12". */
export function asInteger(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  const digits = typeof value === 'string' ? /^\s*L?(\d{1,9})\s*$/i.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

/** Returns a count: a number, the length of a list, or the number in text such as "3 issues". */
export function asCount(value: unknown): number | undefined {
  if (Array.isArray(value)) return value.length;
  const count = asInteger(typeof value === 'string' ? value.replace(/^(\s*\d{1,9})[\s+].*$/s, '$1') : value);
  return count === undefined || count < 0 ? undefined : count;
}

/** Returns a boolean; parses text such as "true", "True" or "no". */
export function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || value.length > 5) return undefined;
  return /^(?:true|yes)$/i.test(value) ? true : /^(?:false|no)$/i.test(value) ? false : undefined;
}

/** Returns a normalized https URL. */
export function asHttpsUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2_048 || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}

const wordNames = names('name state status value level label key code');

/** Returns text, or the name of an object such as `{ id: 3, name: 'completed' }`. */
export function asWord(value: unknown): string | undefined {
  return asText(value) ?? (isObject(value) ? firstOf(value, wordNames, asText) : undefined);
}

/** Returns a word, or a phrase of up to some words; longer text describes something. */
export function asPhrase(value: unknown, mostWords: number): string | undefined {
  const phrase = asWord(value)?.trim();
  return phrase === undefined || phrase.length > 60 || phrase.split(/\s+/).length > mostWords ? undefined : phrase;
}

const textNames = names('text raw markdown value body message content html node edges nodes items');

/** Returns text, the texts of a list, the text of an object such as `{ raw: 'Wrong.' }`, or else all sentences in it. */
export function asWords(value: unknown, depth = 0): string | undefined {
  if (depth > 3) return undefined;
  const inner = (each: unknown): string | undefined => asWords(each, depth + 1);
  if (Array.isArray(value)) return asText(value.map(inner).filter(Boolean).join('\n\n'));
  if (!isObject(value)) return asText(value);
  return firstOf(value, textNames, inner) ?? asText(sentencesIn(value, 3 - depth).join('\n\n'));
}

/** The sentences in a value, whatever their names; the first few of many. */
export function sentencesIn(value: unknown, depth = 12): readonly string[] {
  if (isProse(value)) return [value];
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.values(value)
    .flatMap(each => sentencesIn(each, depth - 1))
    .slice(0, 20);
}

/** Returns the texts of a list. */
export function asTexts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.map(asText).filter(text => text !== undefined) : undefined;
}
