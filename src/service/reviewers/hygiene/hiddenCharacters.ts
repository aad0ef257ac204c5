import type { DiffFile } from '../../engine/diff/diffFile.ts';
import { isTestPath } from '../../engine/reviewer.ts';

/** An invisible character; offsets are in UTF-16 code units of its line. */
interface HiddenCharacter {
  readonly index: number;
  readonly length: number;
  /** Its code point. */
  readonly point: number;
}

// Characters that change the order in which text is shown.
const reordering = '[\\u202a-\\u202e\\u2066-\\u2069]';
// Letters of Hangul that are blank, and so make two names of what looks like one.
const blank = '[\\u115f\\u1160\\u3164\\uffa0]';
// Those that only mean something behind a black flag, and otherwise write text that nobody sees.
const tag = '[\\u{e0000}-\\u{e007f}]';
const selector = '\\p{Variation_Selector}';
// Those without a width: all that Unicode lets programs ignore, and the marks of annotations.
const zeroWidth = `(?!${tag}|${selector})[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]`;
const sign = '(?:[\\p{S}\\p{N}\\p{Extended_Pictographic}*#]|\\u200d|\\u20e3)';
// What a joiner may join to another picture, and a pattern of paths in a comment, which would end at `*/`.
const joined = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]|\\*(?=\\u200b/)';
// Letters of scripts that write with some of them; an accent, or a letter that is blank itself, is of no script.
const foreign = '(?!\\p{Script=Latin}|\\p{Script=Inherited}|\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{M}]';

const smuggled = [
  `(?<!\\u{1f3f4}|${tag})${tag}+|${tag}{8,}`,
  // Pictures have two forms, symbols a few more, and letters such as ideographs any number.
  `(?<!${sign}|${foreign})[\\ufe0e\\ufe0f]|(?<!\\p{S}|${foreign})[\\ufe00-\\ufe0d]`,
  `(?<!${foreign})(?![\\ufe00-\\ufe0f])${selector}|${selector}{2,}`,
].join('|');
const blanks = `(?<!\\p{Script=Hangul})${blank}(?!\\p{Script=Hangul})`;
const widthless = `(?<!${foreign}|${joined})${zeroWidth}(?!${foreign}|\\p{Extended_Pictographic})`;

const anywhere = new RegExp(`${reordering}|${smuggled}|${blanks}`, 'gu');
const inCode = new RegExp(`${reordering}|${smuggled}|${blanks}|${widthless}`, 'gu');
const any = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const prose = /\.(?:md|mdx|txt|po|json|xml|html?|csv|ftl|strings|arb)$/i;
/** JSON that programs read, not people. */
const manifest = /(?:^|[/.-])(?:package|package-lock|npm-shrinkwrap|composer|deno|tsconfig|jsconfig)\.json$/i;
/** Minifiers write characters as they are, and lines of at least this length. */
const minified = 1_000;

/**
 * Returns a function that finds the suspicious invisible characters in a line of a file; undefined if the file has none.
 * Prose may contain zero-width characters between words, tests and minified code as data, and right-to-left text needs
 * its marks.
 */
export function hiddenCharacters({
  path,
  text,
  isExcluded,
}: Pick<DiffFile, 'path' | 'text' | 'isExcluded'>): ((line: string) => HiddenCharacter[]) | undefined {
  if (!any.test(text)) return undefined;
  const isTest = isTestPath(path);
  const isProse = prose.test(path) && !manifest.test(path);
  return line => {
    if (!any.test(line)) return [];
    const pattern = isProse || isTest || (isExcluded === true && line.length >= minified) ? anywhere : inCode;
    const found = [...line.matchAll(pattern)].map(({ 0: character, index }) => ({
      index,
      length: character.length,
      point: character.codePointAt(0) ?? 0,
    }));
    return isProse && rightToLeft.test(line) ? [] : found;
  };
}
