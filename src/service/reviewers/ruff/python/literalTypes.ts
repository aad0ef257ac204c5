import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { opening } from './functions.ts';

/** Whether an offset is in a text between the brackets of `Literal[…]`, wherever that is imported from. */
export function isInLiteral(text: string, offset: number): boolean {
  const code = codeOnly(text);
  const open = code[offset] === ' ' && text[offset] !== ' ' ? opening(code, offset) : undefined;
  return open !== undefined && /\bLiteral$/.test(code.slice(Math.max(0, open - 40), open));
}
