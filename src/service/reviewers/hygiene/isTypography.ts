import type { DiffFile } from '../../engine/diff/diffFile.ts';
import { codeOnly } from '../../engine/diff/codeOnly.ts';

/** Text of programs, which compare it: a word without white space, and of ASCII but for what is invisible. */
const key = /^[!-~\p{Default_Ignorable_Code_Point}\p{M}\ufff0-\ufffb]*$/u;
const commented = /^\s*(?:#|\/\/|\/?\*|<!--|--\s)|\s(?:#|\/\/|\/\*)\s/;

/**
 * Whether an invisible character is between the words of a text or a comment that people read, where it only decides
 * how the words are broken or joined.
 * @param start offset of the line in the file
 * @param index of the character in the line
 */
export function isTypography({ path, text }: DiffFile, line: string, start: number, index: number): boolean {
  const before = line.slice(0, index);
  const quote = /["'`](?=[^"'`]*$)/.exec(before);
  if (quote !== null) {
    const end = line.indexOf(quote[0], index);
    const content = line.slice(quote.index + 1, end < 0 ? undefined : end);
    return !key.test(content) || !/[A-Za-z\d]/.test(content);
  }
  const isInText = path.endsWith('.py') && codeOnly(text)[start + index] === ' ';
  return isInText || commented.test(before);
}
