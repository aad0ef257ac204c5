import type { DiffFile } from '../../engine/diff/diffFile.ts';
import { isDocument } from '../../engine/diff/fileKind.ts';
import { isTestPath } from '../../engine/reviewer.ts';
import { readByPrograms } from './readByPrograms.ts';

/** An invisible character; offsets are in UTF-16 code units of its line. */
export interface HiddenCharacter {
  readonly index: number;
  readonly length: number;
  /** Its code point. */
  readonly point: number;
}

// Characters that change the order in which text is shown.
const reordering = '[\\u202a-\\u202e\\u2066-\\u2069]';
// Blank Hangul letters, with which two names look the same.
const blank = '[\\u115f\\u1160\\u3164\\uffa0]';
// Tag characters, valid only after a black flag; elsewhere they are invisible text.
const tag = '[\\u{e0000}-\\u{e007f}]';
const selector = '\\p{Variation_Selector}';
// Zero-width characters: those that Unicode lets programs ignore, and annotation marks.
const zeroWidth = `(?!${tag}|${selector}|(?<=\\s)\u00ad)[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]`;
const sign = '(?:[\\p{S}\\p{N}\\p{Extended_Pictographic}*#]|\\u200d|\\u20e3)';
// What may follow a joiner in emoji, and a glob in a comment, which `*/` would end.
const joined = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]|\\*(?=\\u200b/)';
// Letters of scripts that use zero-width characters; accents and blank letters do not count.
const foreign = '(?!\\p{Script=Latin}|\\p{Script=Inherited}|\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{M}]';

const tags = `(?<!(?:\\u{1f3f4}|${tag})\\u200d?)${tag}+|${tag}{8,}`;
const smuggled = [
  tags,
  // Emoji have two variants, symbols a few more, and letters such as ideographs any number. What is left of an emoji hides
  // nothing, unless it is part of a name; in a pattern, it stands behind a class of digits.
  `(?<=\\p{ID_Continue})(?<!${sign}|${foreign}|\\\\[dw])[\\ufe0e\\ufe0f]|(?<!\\p{S}|${foreign})[\\ufe00-\\ufe0d]`,
  `(?<!${foreign})(?![\\ufe00-\\ufe0f])${selector}|(?!(?<=\\p{Extended_Pictographic})\\ufe0f{2}(?!${selector}))${selector}{2,}`,
].join('|');
const blanks = `(?<!\\p{Script=Hangul})${blank}(?!\\p{Script=Hangul})`;
const widthless = `(?<!${foreign}|${joined}|${tag}|[\\p{Regional_Indicator}])${zeroWidth}(?!${foreign}|\\p{Extended_Pictographic})`;

// Patterns of minifiers name characters as they are, a few in a row.
const inMinified = new RegExp(`${tag}{8,}|${selector}{8,}`, 'gu');
const inMixed = new RegExp(`${tags}|${selector}{4,}`, 'gu');
// What ends a direction that nothing began turns nothing around.
const inData = new RegExp(`(?![\\u202c\\u2069])${reordering}|${tags}|${selector}{4,}`, 'gu');
// So does what begins the direction that text has anyway, as around a number that was copied from an address book.
const leftToRight = new Set([0x202a, 0x2066, 0x2068]);
const turning = /[\u202b\u202d\u202e\u2067]/;
// Characters that steer a terminal; those of white space do not, nor does the end of a file of old.
const control = '[\\x00-\\x08\\x0b\\x0e-\\x19\\x1b-\\x1f]';
const inCode = new RegExp(`${reordering}|${smuggled}|${blanks}|${widthless}|${control}`, 'gu');
// No name needs a tab or a line break, which other systems refuse.
const inName = new RegExp(`${inCode.source}|[\\x00-\\x1f]`, 'gu');
// A range of characters that a pattern looks for, as programs write it out that are built: its other end is no ASCII either.
const range = new RegExp(
  `(?<=\\[[^\\n]{0,99})(?:${reordering}-[^\\x00-\\x7f]|[^\\x00-\\x7f]-${reordering})(?=[^\\n]{0,99}\\])`,
  'gu',
);
const any = new RegExp(`[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]|${control}`, 'u');
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Texts that people read, whatever language they are kept in. */
const texts = /(?:^|\/)(?:l10n|i18n|locales?|lang|translations)\//i;
/** Files of programming languages. */
const code =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py[iw]?|rb|php|go|rs|java|kts?|scala|groovy|cs|fs|vb|swift|mm?|c|cc|cpp|cxx|h|hh|hpp|zig|dart|lua|pl|pm|r|jl|exs?|erl|hs|clj[cs]?|ml|sol|sql|sh|bash|zsh|ps1|bat|cmd|gradle|tf)$/i;
/** Files that tools run or read by their names: `Dockerfile`, `Makefile`, and the settings in hidden files and folders. */
const ofTools = /(?:^|\/)(?:[A-Z]\w*file|(?:Docker|Container)file\.[\w-]+)$|(?:^|\/)\.[^./]/;
/** What tools keep for themselves in hidden folders. */
const keptByTools = /\.(?:bin|cache|dat|db|idx|log|pack|suo|tmp)$/i;
/** Catalogues of texts that WordPress writes, as programs. */
const catalogue = /\.l10n\.php$/i;
/** What parts a text from its context in a catalogue of gettext. */
const contextEnd = 4;
const wholeText = /^["'`]{2}$/;
// A comment, or the name that holds it, that says which character it is.
const named =
  /(?:\/\/|\/\*|#).*(?:&#x?[\da-f]+;|U\+|\\u|\bzero[ -]width|\bzw(?:n?j|sp)\b|\bBOM\b)|(?:\b|_)(?:zero_?width\w*|zw(?:n?j|sp)|bom)["']?[ \t]*[:=]/i;
/** Longest such line, in characters. */
const longestNamed = 300;
/** What a browser's console indents a value with, in a comment that it was copied into. */
const copied = /^[ \t]*(?:\/\/|\*|#)[ \t]*\u200b+(?=[ \t])/;
/** Data that decides what programs load and run. */
const manifest =
  /(?:^|[/.-])(?:package|npm-shrinkwrap|composer|deno|tsconfig|jsconfig)\.json$|[.-]lock(?:\.\w+)?$|(?:^|\/)(?:pyproject\.toml|cargo\.toml|setup\.cfg|go\.mod|pom\.xml|(?:requirements|constraints)(?:[._-][\w.-]*)?\.(?:txt|in))$/i;
/** Nobody reads minified code, so there only smuggled text counts; a line of this length counts as minified. */
const minified = 300;
/** How much of a script is on such lines, and on how many, where a minifier that breaks lines wrote it. */
const mostlyMinified = 0.9;
const fewestMinified = 10;
/** Source maps, which only programs read, however long their lines are. */
const sourceMap = /\.map$/i;

/** Whether a file is of a programming language. */
export function isOfCode(path: string): boolean {
  return code.test(path);
}

function isProse(path: string): boolean {
  return isDocument(path) || /\.(?:txt|log)$/.test(path);
}

/**
 * Returns a function that finds the suspicious invisible characters in a line of a file; undefined if the file has none.
 * Whatever programs do not read, tests and files that are not reviewed may have any but those that turn text around or hide
 * one. Right-to-left text needs its marks. Without the offset of the line, what only programs read is not told apart.
 */
export function hiddenCharacters(file: DiffFile): ((line: string, start?: number) => HiddenCharacter[]) | undefined {
  const { path, text, isExcluded } = file;
  if (!any.test(text)) return undefined;
  const isOfTools = (ofTools.test(path) && !isProse(path) && !keptByTools.test(path)) || text.startsWith('#!');
  const isCode = code.test(path) || isOfTools;
  const areTexts = texts.test(path);
  const isLoaded = manifest.test(path) || (isCode && !areTexts);
  // Nobody runs the data of a test, other than its snapshots. Translations into such a script have marks around the words
  // of another one too.
  const isMixed = !isLoaded && ((isTestPath(path) && !path.endsWith('.snap')) || (areTexts && rightToLeft.test(text)));
  const isData = !isLoaded || isTestPath(path) || (isExcluded === true && !manifest.test(path));
  const isPart = isLoaded || isTestPath(path) || isExcluded === true || (areTexts && !isCode);
  const isSql = path.endsWith('.sql');
  const isRead = isPart ? undefined : readByPrograms(file, isCode);
  const longLines = file.lines.filter(({ length }) => length >= minified);
  const isMostly = longLines.reduce((sum, { length }) => sum + length, 0) > mostlyMinified * text.length;
  const isOfMinifier = isExcluded === true || (isCode && longLines.length >= fewestMinified && isMostly);
  return (line, start) => {
    if (!any.test(line)) return [];
    const isMinified = isOfMinifier && (line.length >= minified || sourceMap.test(path));
    const pattern = isMinified ? inMinified : isMixed ? inMixed : isData ? inData : inCode;
    const isTurned = isLoaded || turning.test(line) || rightToLeft.test(line);
    const found = charactersIn(line, pattern).filter(({ point }) => isTurned || !leftToRight.has(point));
    if (isRead !== undefined && start !== undefined && !rightToLeft.test(line)) {
      const isKnown = new Set(found.map(({ index }) => index));
      const others = charactersIn(line, inCode).filter(
        each => !isKnown.has(each.index) && isRead(start + each.index, each.length),
      );
      found.push(...others);
      found.sort((a, b) => a.index - b.index);
    }
    if ((!isLoaded || isTestPath(path) || isExcluded === true) && rightToLeft.test(line)) return [];
    const isNamed = line.length <= longestNamed && named.test(line);
    // What copies a database into a script writes bits as they are.
    const isSaid = ({ index, length, point }: HiddenCharacter): boolean =>
      (isNamed || (point < 0x20 && isSql)) && wholeText.test(line.charAt(index - 1) + line.charAt(index + length));
    const ranges = isExcluded === true ? [...line.matchAll(range)] : [];
    const bounds = new Set(ranges.flatMap(({ index, 0: { length } }) => [index, index + length - 1]));
    const isOfContext = ({ point }: HiddenCharacter): boolean =>
      point === contextEnd && (areTexts || catalogue.test(path));
    const indentation = isCode ? (copied.exec(line)?.[0].length ?? 0) : 0;
    return found.filter(
      each => each.index >= indentation && !isSaid(each) && !isOfContext(each) && !bounds.has(each.index),
    );
  };
}

function charactersIn(line: string, pattern: RegExp): HiddenCharacter[] {
  return [...line.matchAll(pattern)].map(({ 0: character, index }) => ({
    index,
    length: character.length,
    point: character.codePointAt(0) ?? 0,
  }));
}

/** The suspicious invisible characters in the path of a file. One in a right-to-left script may need marks. */
export function hiddenInPath(path: string): readonly HiddenCharacter[] {
  const found = charactersIn(path, inName);
  return rightToLeft.test(path) ? found.filter(({ point }) => point >= 0x202d && point <= 0x202e) : found;
}

/** Characters that end what another one of these began: alone, they turn nothing around. */
const closing = new Set([0x202c, 0x2069]);

/** Whether a character turns the order of text around, or is only read by programs: nothing else needs it in code. */
export function isAttack(point: number): boolean {
  const isBegin = ((point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069)) && !closing.has(point);
  return isBegin || point >= 0xe0000;
}
