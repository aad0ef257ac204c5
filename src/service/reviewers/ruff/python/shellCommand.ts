import { codeOnly } from './codeOnly.ts';
import { closing, functionsAround, parameterNames, topLevelParts } from './functions.ts';

/**
 * The parameter of the function around a call that is put into the text of the call's first argument; undefined if there
 * is none.
 * @param end offset of the end of the called name
 */
export function parameterInText(text: string, end: number): string | undefined {
  const code = codeOnly(text);
  if (code[end] !== '(') return undefined;
  const close = closing(code, end);
  if (close === undefined) return undefined;
  const [first = ''] = topLevelParts(code.slice(end + 1, close));
  const written = text.slice(end + 1, end + 1 + first.length);
  const names = new Set(functionsAround(code, end).flatMap(each => parameterNames(code, each)));
  const [start = 0] = functionsAround(code, end)[0]?.body ?? [];
  return valuesIn(first, written).find(name => names.has(name) && !isChecked(code.slice(start, end), name));
}

/** Names that are put into a text as they are. */
function valuesIn(code: string, written: string): string[] {
  const formatted = /^\s*[fF]"/.test(code) ? [...written.matchAll(/\{(\w+)(?:![rs])?\}/g)] : [];
  const joined = code.includes('"') ? [...code.matchAll(/"\s*[+%]\s*(\w+)\s*(?=$|\+)/g)] : [];
  return [...formatted, ...joined].map(([, name = '']) => name);
}

/** Whether code asks what a value is made of, or makes a number or one word of it. */
function isChecked(code: string, name: string): boolean {
  return new RegExp(
    `\\b(?:match|fullmatch)\\([^()\\n]*\\b${name}\\b|\\b${name}\\.is(?:alnum|alpha|decimal|digit|identifier|numeric)\\(|\\b(?:quote|int|float)\\([ \\t]*${name}\\b|\\b${name}[ \\t]+(?:not[ \\t]+)?in\\b`,
  ).test(code);
}
