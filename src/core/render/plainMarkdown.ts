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
const escaped = /\\([\\`*_~[\]#<>])/g;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' };
const entity = /&(lt|gt|quot|#39|nbsp|amp);/g;

/**
 * Returns Markdown as one line of plain text, for rows, titles and messages, where its marks would be shown as they are:
 * code in ‘quotes’, links by their text, other marks left out.
 * @param limit of characters
 */
export function plainMarkdown(markdown: string, limit?: number): string {
  const codes: string[] = [];
  // Marks within code are code.
  const text = markdown
    .slice(0, (limit ?? 300) * 8)
    .replaceAll('\0', ' ')
    .replace(blockMark, '')
    .replace(codeSpan, (_span, _ticks, code: string) => `\0${codes.push(code.trim()) - 1}\0`)
    .replace(link, '$1')
    .replace(address, '$1')
    .replace(tag, ' ')
    .replace(stressed, '$2')
    .replace(stressed, '$2')
    .replace(underlined, '$2')
    .replace(escaped, '$1')
    .replace(entity, (_entity, name: string) => entities[name] ?? '')
    .replace(/\0(\d+)\0/g, (_place, index: string) => `‘${codes[Number(index)] ?? ''}’`);
  return plainLine(text, limit);
}
