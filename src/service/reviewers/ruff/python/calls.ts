import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { closing } from './functions.ts';

/** A call as it is written, from its name. @param end offset of the end of the called name */
export function callAt(text: string, start: number, end: number): string {
  const close = closing(codeOnly(text), end);
  return text.slice(start, close === undefined ? end : close + 1);
}
