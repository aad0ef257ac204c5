import { codeOnly } from './codeOnly.ts';
import { closing, opening, topLevelParts } from './functions.ts';

/** A call as it is written, from its name. @param end offset of the end of the called name */
export function callAt(text: string, start: number, end: number): string {
  const close = closing(codeOnly(text), end);
  return text.slice(start, close === undefined ? end : close + 1);
}

/** The call around one of its arguments up to the end of the first one, which tells it from others. */
export function callUpToFirst(text: string, offset: number): string {
  const code = codeOnly(text);
  const open = opening(code, offset) ?? offset;
  const name = /[\w.]*$/.exec(code.slice(Math.max(0, open - 200), open))?.[0] ?? '';
  const [first = ''] = topLevelParts(code.slice(open + 1, closing(code, open)));
  return text.slice(open - name.length, open + 1 + first.length);
}
