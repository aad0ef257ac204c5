import { tryParseJson } from '../../../../../../core/base/jsonText.ts';
import { yamlEntries } from '../yamlEntries.ts';
import { withoutComments } from './withoutComments.ts';
import type { LocaleKeys } from './translationFacts.ts';

const mostKeys = 50_000;
const token = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\w$-]+|[{}[\],:()=\n]/g;

/** Reads the keys of a locale file, those of objects too; undefined if there are none. */
export function readLocale(path: string, text: string): LocaleKeys | undefined {
  const entries = /\.ya?ml$/.test(path)
    ? yamlEntries(text)
    : path.endsWith('.json')
      ? jsonEntries(text)
      : keysOf(withoutComments(text));
  const found = [];
  for (const entry of entries) if (found.push(entry) >= mostKeys) break;
  const isModule = !/\.(?:json|ya?ml)$/.test(path);
  return found.length === 0
    ? undefined
    : {
        keys: found.map(each => each.path.join('.')),
        lines: found.map(({ line }) => line),
        ...(isModule && { isModule }),
      };
}

interface Entry {
  readonly path: readonly string[];
  readonly line: number;
}

function* jsonEntries(text: string): Generator<Entry> {
  const plain = text.replace(/^\uFEFF/, '');
  const parsed = tryParseJson(plain);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) yield* keysOf(plain);
}

/** The keys of the objects in JSON or in a module, in their order. */
function* keysOf(text: string): Generator<Entry> {
  const parents: string[][] = [];
  let [current, last, line]: [string[], string, number] = [[], '', 1];
  for (const [each] of text.matchAll(token)) {
    if (each === ':') {
      if (last === '') continue;
      current = [...(parents.at(-1) ?? []), last];
      yield { path: current, line };
    } else if (each === '{' || each === '[') parents.push(current);
    else if (each === '}' || each === ']') {
      parents.pop();
      current = parents.at(-1) ?? [];
    }
    if (each === '\n') line++;
    else last = keyOf(each);
    line += each.length > 1 && each.includes('\n') ? each.split('\n').length - 1 : 0;
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
