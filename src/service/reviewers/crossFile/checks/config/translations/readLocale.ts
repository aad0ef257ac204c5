import { tryParseJson } from '../../../../../../core/base/jsonText.ts';
import { yamlEntries } from '../yamlEntries.ts';
import { withoutComments } from './withoutComments.ts';
import type { LocaleKeys } from './translationFacts.ts';

const mostKeys = 50_000;
const deepest = 20;
const token = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\w$-]+|[{}[\],:()=\n]/g;

/** Reads the keys of a locale file, those of objects too; undefined if there are none. */
export function readLocale(path: string, text: string): LocaleKeys | undefined {
  const found = [];
  for (const entry of entriesOf(path, text)) if (found.push(entry) >= mostKeys) break;
  if (found.length === 0) return undefined;
  const isModule = !/\.(?:json5?|ya?ml)$/.test(path);
  return { keys: found.map(({ key }) => key), lines: found.map(({ line }) => line), ...(isModule && { isModule }) };
}

interface Entry {
  /** With those that it is in, joined by dots. */
  readonly key: string;
  readonly line: number;
}

function* entriesOf(path: string, text: string): Generator<Entry> {
  if (/\.ya?ml$/.test(path)) {
    for (const { path: keys, line } of yamlEntries(text)) yield { key: keys.join('.'), line };
  } else if (path.endsWith('.json')) {
    const plain = text.replace(/^\uFEFF/, '');
    const parsed = tryParseJson(plain);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) yield* keysOf(plain);
  } else yield* keysOf(withoutComments(text));
}

/** The keys of the objects in JSON or in a module, in their order. */
function* keysOf(text: string): Generator<Entry> {
  const parents: string[] = [];
  let [current, last, line] = ['', '', 1];
  for (const [each] of text.matchAll(token)) {
    if (each === '\n') {
      line++;
      continue;
    }
    if (each === ':') {
      const key = keyOf(last);
      if (key === '' || parents.length > deepest) continue;
      const parent = parents.at(-1) ?? '';
      current = parent === '' ? key : `${parent}.${key}`;
      yield { key: current, line };
    } else if (each === '{' || each === '[') parents.push(current);
    else if (each === '}' || each === ']') {
      parents.pop();
      current = parents.at(-1) ?? '';
    }
    last = each;
    if (each.startsWith('`')) line += each.split('\n').length - 1;
  }
}

/** A token as a key; empty if it cannot be one. */
function keyOf(token: string): string {
  if (/^["'`]/.test(token)) return token.slice(1, -1).replace(/\\u([\da-f]{4})|\\(.)/gi, unescaped);
  return /^[\w$-]/.test(token) ? token : '';
}

function unescaped(_: string, code: string | undefined, character = ''): string {
  return code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16));
}
