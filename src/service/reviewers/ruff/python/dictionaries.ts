import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { closing, opening, topLevelParts } from './functions.ts';

/** Whether all entries of the key at a range in a dictionary have the same value, as it is written. */
export function hasEqualValues(text: string, start: number, end: number): boolean {
  const code = codeOnly(text);
  const open = opening(code, start);
  const close = open === undefined ? undefined : closing(code, open);
  if (open === undefined || close === undefined) return false;
  const key = text.slice(start, end);
  const values = new Set<string>();
  let from = open + 1;
  for (const part of topLevelParts(code.slice(from, close))) {
    // Comments may stand above an entry.
    const entry = text
      .slice(from, from + part.length)
      .replace(/^\s*(?:#[^\n]*\n\s*)*/, '')
      .trimEnd();
    const behind = entry.startsWith(key) ? /^\s*:\s*([^]*)$/.exec(entry.slice(key.length))?.[1] : undefined;
    if (behind !== undefined) values.add(behind);
    from += part.length + 1;
  }
  return values.size === 1;
}
