import type { DiffFile } from '../../engine/diff/diffFile.ts';
import { codeOnly } from '../../engine/diff/codeOnly.ts';

/** Text of programs, which compare it: a word without white space, and of ASCII but for what is invisible. */
const key = /^[!-~\p{Default_Ignorable_Code_Point}\p{M}\ufff0-\ufffb]*$/u;
/** What is seen of a text. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff0-\ufffb]/u;
/** Colours of a terminal, but for the one that hides. */
const colour = /^\p{Cc}\[(?!(?:\d*;)*0*8[;m])[\d;]*m/u;
const commented = /^\s*(?:#|\/\/|\/?\*|<!--|--\s)|\s(?:#|\/\/|\/\*)\s/;

/** Whether a character steers a terminal, which then hides or overwrites what stands beside it. */
export function isControl(character: string): boolean {
  return /\p{Cc}/u.test(character);
}

/**
 * Whether an invisible character is between the words of a text or a comment that people read, where it only decides
 * how the words are broken or joined, or colours a text.
 * @param start offset of the line in the file
 * @param index of the character in the line
 */
export function isTypography({ path, text }: DiffFile, line: string, start: number, index: number): boolean {
  const before = line.slice(0, index);
  const quote = /["'`](?=[^"'`]*$)/.exec(before);
  if (quote !== null) {
    const end = line.indexOf(quote[0], index);
    const content = line.slice(quote.index + 1, end < 0 ? undefined : end);
    if (line[index] === '\x1b') return colour.test(line.slice(index));
    return visible.test(content) && (!key.test(content) || !/[A-Za-z\d]/.test(content));
  }
  if (isControl(line.charAt(index)) || !visible.test(line)) return false;
  const isInText = path.endsWith('.py') && codeOnly(text)[start + index] === ' ';
  return isInText || commented.test(before);
}
