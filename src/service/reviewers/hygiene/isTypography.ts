import { endOfLine, startOfLine } from './lineAt.ts';
import type { Part } from './parts.ts';

/** Text of programs, which compare it: a word without white space, and of ASCII but for what is invisible. */
const key = /^[!-~\p{Default_Ignorable_Code_Point}\p{M}\ufff0-\ufffb]*$/u;
/** White space as code writes it. */
const spaceEscape = /(?<!\\)\\[nrt]/g;
/** What is seen of a text. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\ufff0-\ufffb]/u;
/** Colours of a terminal, but for the one that hides. */
const colour = /^\p{Cc}\[(?!(?:\d*;)*0*8[;m])[\d;]*m/u;
const longestColour = 40;
/** Letters that nobody sees, of which names are made. */
const blankLetter = /[\u115f\u1160\u3164\uffa0]/;
/** What an option, a path or an address begins with. */
const command = /(?:^|\s)(?:--?\w|~?\/\w|\.{1,2}\/|\$\w|\w+:\/\/)\S*$/;

/** Whether a character steers a terminal, which then hides or overwrites what stands beside it. */
export function isControl(character: string): boolean {
  return /\p{Cc}/u.test(character);
}

/**
 * Whether an invisible character is between the words of a text or a comment that people read, where it only decides
 * how the words are broken or joined, or colours a text.
 * @param part that the character stands in; undefined in code
 * @param offset of the character in the text of the file
 */
export function isTypography(text: string, part: Part | undefined, offset: number, length: number): boolean {
  if (part === undefined || part.kind === 'pattern') return false;
  const character = text.charAt(offset);
  if (character === '\x1b') return part.kind === 'text' && colour.test(text.slice(offset, offset + longestColour));
  if (isControl(character)) return false;
  const start = Math.max(part.start + part.mark.length, startOfLine(text, offset));
  const end = Math.min(part.end - (part.mark === '' ? 0 : 1), endOfLine(text, offset));
  const content = text.slice(start, end);
  if (part.kind === 'comment') return visible.test(text.slice(startOfLine(text, offset), end));
  const isWhole = start > startOfLine(text, offset) && part.end <= endOfLine(text, offset);
  const isKey = isWhole && key.test(content.replace(spaceEscape, ' ')) && /[A-Za-z\d]/.test(content);
  if (!visible.test(content) || isKey) return false;
  return (
    !blankLetter.test(character) && !isInWord(text.slice(start, offset), character, text.slice(offset + length, end))
  );
}

/** Whether a character parts a word, an option, a path or an address, which programs then do not know. */
function isInWord(before: string, character: string, after: string): boolean {
  if (character === '\u00ad') return false;
  return /\w$/.test(before) ? /^\w/.test(after) : command.test(before) && /^\S/.test(after);
}
