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
// Those without a width.
const zeroWidth = '[\\u034f\\u00ad\\u180e\\u200b-\\u200d\\u2060-\\u2064\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb]';
// Those that only mean something behind a sign, such as a flag, and otherwise write text that nobody sees.
const tag = '[\\u{e0000}-\\u{e007f}]';
const selector = '\\p{Variation_Selector}';
const sign = '(?:[\\p{S}\\p{N}\\p{Extended_Pictographic}*#]|\\u200d|\\u20e3)';
// Letters of scripts that write with some of them.
const foreign = '(?!\\p{Script=Latin})[\\p{L}\\p{M}]';

const smuggled = `(?<!${sign}|${foreign}|${tag})${tag}+|${tag}{8,}|(?<!${sign}|${foreign})${selector}+|${selector}{2,}`;
const blanks = `(?<!\\p{Script=Hangul})${blank}(?!\\p{Script=Hangul})`;
const widthless = `(?<!${foreign}|${sign})${zeroWidth}(?!${foreign}|\\p{Extended_Pictographic})`;

const anywhere = new RegExp(`${reordering}|${smuggled}|${blanks}`, 'gu');
const inCode = new RegExp(`${reordering}|${smuggled}|${blanks}|${widthless}`, 'gu');
const any = new RegExp(`${reordering}|${tag}|${selector}|${blank}|${zeroWidth}`, 'u');
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const prose = /\.(?:md|mdx|txt|po|json|xml|html?|csv|ftl|strings|arb)$/i;
/** JSON that programs read, not people. */
const manifest = /(?:^|[/.-])(?:package|package-lock|npm-shrinkwrap|composer|deno|tsconfig|jsconfig)\.json$/i;
/** Minifiers write characters as they are, and lines of at least this length. */
const minified = 1_000;

/**
 * Returns a function that finds the suspicious invisible characters in a line of a file; undefined if the file has none.
 * Prose may contain zero-width characters between words, and right-to-left text needs its marks.
 * @param isTest tests may contain zero-width characters as test data
 */
export function hiddenCharacters(
  path: string,
  text: string,
  isTest: boolean,
): ((line: string) => HiddenCharacter[]) | undefined {
  if (!any.test(text)) return undefined;
  const isProse = prose.test(path) && !manifest.test(path);
  return line => {
    if (!any.test(line)) return [];
    const pattern = isProse || isTest || line.length >= minified ? anywhere : inCode;
    const found = [...line.matchAll(pattern)].map(({ 0: character, index }) => ({
      index,
      length: character.length,
      point: character.codePointAt(0) ?? 0,
    }));
    return isProse && rightToLeft.test(line) ? [] : found;
  };
}
