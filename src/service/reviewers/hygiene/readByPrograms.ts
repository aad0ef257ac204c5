import type { DiffFile } from '../../engine/diff/diffFile.ts';
import { partAt, partsOf, type Part } from './parts.ts';

const settings = /\.(?:ya?ml|toml|ini|cfg|conf)$|(?:^|[/._-])(?:config|conf|settings?)(?:[/._-].*)?\.json[5c]?$/i;
const json = /\.json[5c]?$/i;
const page = /\.x?html?$/i;
/** Longest that is looked at beside a character or a text. */
const longestWord = 200;
/** A word of programs, such as a key, but for what is invisible in it. */
const word = /^[!-~\p{Default_Ignorable_Code_Point}]*[\w$][!-~\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * Finds what programs read in a file of which people read the texts: in translations the code and what it compares, in
 * settings keys and values of one word, in other JSON the keys, in pages tags and scripts. Undefined for any other file.
 * @param isTranslation whether it is code among translations
 */
export function readByPrograms(
  file: DiffFile,
  isTranslation: boolean,
): ((offset: number, length: number) => boolean) | undefined {
  const { path, text } = file;
  const kind = isTranslation ? isCompared : settings.test(path) ? isOneWord : json.test(path) ? isKey : undefined;
  if (page.test(path)) return inPage(text);
  if (kind === undefined) return undefined;
  let parts: readonly Part[] | undefined;
  return (offset, length) => {
    const part = partAt((parts ??= partsOf(file)), offset);
    return part?.kind !== 'comment' && kind(text, part, offset, length);
  };
}

/** Whether code compares a text; true outside of texts. */
export function isCompared(text: string, part: Part | undefined): boolean {
  if (part === undefined || part.kind === 'pattern') return true;
  const before = text.slice(Math.max(0, part.start - longestWord), part.start);
  const after = text.slice(part.end, part.end + longestWord);
  return (
    /(?:[=!]==?|\b(?:case|in|is)|\.(?:includes|has|get|equals|indexOf|(?:starts|ends)[Ww]ith)\()\s*$/.test(before) ||
    /^\s*(?:[=!]==?|(?:not\s+)?in\b)/.test(after)
  );
}

function isKey(text: string, part: Part | undefined, offset: number, length: number): boolean {
  const isName = part === undefined || /^\s*:/.test(text.slice(part.end, part.end + longestWord));
  return isName && isOneWord(text, part, offset, length);
}

/** Whether a character is within a text or a plain value of one word, or at its end. */
function isOneWord(text: string, part: Part | undefined, offset: number, length: number): boolean {
  const start = Math.max(offset - longestWord, part === undefined ? 0 : part.start + part.mark.length);
  const end = Math.min(offset + length + longestWord, part === undefined ? text.length : part.end - 1);
  const [before = ''] = /[^:=,[\]{}"'\n]*$/.exec(text.slice(start, offset)) ?? [];
  const [after = ''] = /^[^:=,[\]{}"'\r\n]*/.exec(text.slice(offset + length, end)) ?? [];
  const content = (part === undefined ? before + text.slice(offset, offset + length) + after : text.slice(start, end))
    .trim()
    .replace(/^- +/, '');
  return word.test(content) && isAtWord(before.replace(/^\s*(?:- )?/, ''), after);
}

function isAtWord(before: string, after: string): boolean {
  return /\w$/.test(before) ? /^(?:\w|\s*$)/.test(after) : /(?:^|\s)$/.test(before) && /^\w/.test(after);
}

/** What stands in tags and scripts of a page, without the texts of attributes that are no code. */
function inPage(text: string): (offset: number, length: number) => boolean {
  const tags = Array.from(
    text.matchAll(/<script\b[^>]*>[^]*?(?:<\/script|$)|<[a-z/](?:"[^"]*"|'[^']*'|[^"'>])*>?/gi),
    ({ 0: tag, index }): Part => ({ kind: 'text', start: index, end: index + tag.length, mark: '<' }),
  );
  return (offset, length) => {
    const tag = partAt(tags, offset);
    if (tag === undefined) return false;
    const before = text.slice(Math.max(tag.start, offset - longestWord), offset);
    const [, name = '', quote = '', value = ''] = /([\w:@.-]+)\s*=\s*(["'])((?:(?!\2)[^])*)$/.exec(before) ?? [];
    if (quote === '' || /^(?:on|@|v-|:)/i.test(name) || text.startsWith('<script', tag.start)) return true;
    const rest = text.slice(offset + length, Math.min(tag.end, offset + longestWord)).split(quote, 1)[0] ?? '';
    return word.test(value + rest) && isAtWord(value, rest);
  };
}
