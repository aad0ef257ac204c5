import { plainLine } from '../base/text.ts';

const tags =
  'a|abbr|b|br|code|del|details|div|em|h[1-6]|hr|i|img|ins|kbd|li|ol|p|pre|s|span|strong|sub|summary|sup|u|ul';
const tag = new RegExp(String.raw`<!--.*?-->|</?(?:${tags})(?:\s[^<>]*)?/?>`, 'gis');
const blockMark = /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[*+-][ \t]+|(?:`{3,}|~{3,}).*$)/gm;
const codeSpan = /(?<![\\`])(`+)(?!`)(.*?[^`])\1(?!`)/gs;
const link = /!?\[((?:[^[\]\\]|\\.)*)\](?:\((?:<[^<>\n]*>|[^\s()]*)(?:\s+(?:"[^"]*"|'[^']*'))?\)|\[[^[\]]*\])/g;
const address = /<(https?:\/\/[^\s<>]+)>/gi;
// Around words only, so that `a * b` and a name such as `__init__` stay.
const stressed = /(?<![\p{L}\p{N}*\\])(\*{1,3}|~~)(?=\S)((?:(?!\1).)+?)(?<=[^\s\\])\1(?![\p{L}\p{N}*])/gu;
const underlined = /(?<![\p{L}\p{N}_\\])(_{1,3})((?:(?!\1)\S)+\s(?:(?!\1).)*?)(?<=[^\s\\])\1(?![\p{L}\p{N}_])/gu;
// The lookbehind avoids quadratic time on a long run of marks inside the line. Underscores may be those of a name.
const marksAtEnds = /^[\s#>*`-]+|(?<![\s*`])[\s*`]+$/g;
const escaped = /\\([\\`*_~[\]#<>])/g;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' };
const entity = /&(lt|gt|quot|#39|nbsp|amp);/g;

/**
 * Returns Markdown as one line of plain text, for rows, titles and messages, where its marks would be shown as they are:
 * code in ‘quotes’, links by their text, other marks left out.
 * @param limit of characters
 */
export function plainMarkdown(markdown: string, limit?: number): string {
  const plain = (text: string): string =>
    withoutStress(text.replace(link, '$1').replace(address, '$1').replace(tag, ' '))
      .replace(escaped, '$1')
      .replace(entity, (_entity, name: string) => entities[name] ?? '');
  const text = markdown.slice(0, (limit ?? 300) * 8).replace(blockMark, '');
  return plainLine(
    besideCode(text, plain, (_span, code) => `‘${code.trim()}’`),
    limit,
  );
}

/** Returns a line of Markdown as a heading: without the marks at its ends, and without those that stress words. */
export function headingOf(line: string): string {
  return besideCode(line, text => withoutStress(text).replace(marksAtEnds, ''));
}

/** Changes Markdown without its code, in which marks are code. */
function besideCode(
  markdown: string,
  change: (text: string) => string,
  shown: (span: string, code: string) => string = span => span,
): string {
  const codes: string[] = [];
  const text = markdown
    .replaceAll('\0', ' ')
    .replace(codeSpan, (span, _ticks, code: string) => `\0${codes.push(shown(span, code)) - 1}\0`);
  return change(text).replace(/\0(\d+)\0/g, (_place, index: string) => codes[Number(index)] ?? '');
}

function withoutStress(text: string): string {
  return text.replace(stressed, '$2').replace(stressed, '$2').replace(underlined, '$2');
}
