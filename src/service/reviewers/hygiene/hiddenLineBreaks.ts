import { newLinesIn, type DiffFile } from '../../engine/diff/diffFile.ts';
import { lineStarts } from '../../engine/diff/textPosition.ts';
import type { ReviewerFinding } from '../../engine/reviewer.ts';
import { quote } from '../rule.ts';
import { partAt, partsOf } from './parts.ts';

const carriageReturn = /\r/g;
/** Languages in which other characters end a line than in git and in what hosts show. */
const languages = [
  { name: 'JavaScript', path: /\.(?:[cm]?[jt]sx?|vue|svelte)$/i, breaks: /[\r\u2028\u2029]/g },
  { name: 'C#', path: /\.cs$/i, breaks: /[\r\u0085\u2028\u2029]/g },
  { name: 'Python', path: /\.py[iw]?$/i, breaks: carriageReturn },
  { name: 'Java', path: /\.java$/i, breaks: carriageReturn },
  { name: 'PHP', path: /\.php$/i, breaks: carriageReturn },
  { name: 'Swift', path: /\.swift$/i, breaks: carriageReturn },
  { name: 'YAML', path: /\.ya?ml$/i, breaks: carriageReturn },
];
const lineComment = /^(?:\/\/|#)/;
/** What is no code behind such a character: another comment, and what stands in one of several lines. */
const harmless = /^\s*(?:$|\/\/|\/\*|#|\*)/;

/** Finds characters that end a comment within its line, where code follows that looks like part of the comment. */
export function hiddenLineBreaksIn(file: DiffFile): ReviewerFinding[] {
  const { path, text, lines } = file;
  const language = languages.find(each => each.path.test(path));
  // Old files have no other line breaks.
  if (language === undefined || !text.includes('\n') || text.replaceAll('\r\n', '').search(language.breaks) < 0)
    return [];
  const parts = partsOf(file);
  const starts = lineStarts(text);
  return newLinesIn(file).flatMap((line): ReviewerFinding[] => {
    const content = lines[line - 1] ?? '';
    const start = starts[line - 1] ?? 0;
    for (const { 0: character, index } of content.matchAll(language.breaks)) {
      const part = partAt(parts, start + index) ?? partAt(parts, start + index - 1);
      const [rest = ''] = content.slice(index + 1).split(language.breaks, 1);
      if (part?.kind !== 'comment' || !lineComment.test(part.mark) || harmless.test(rest)) continue;
      if (language.name === 'YAML' && !/^\s*(?:- |[^\s:]+\s*:(?:\s|$))/.test(rest)) continue;
      return [
        {
          file,
          range: { startLine: line, startColumn: index + 1, endLine: line, endColumn: index + 2 },
          rule: 'hygiene/hidden-line-break',
          severity: 'high',
          category: 'security',
          title: `${nameOf(character)} ends this comment, so ${quote(rest)} behind it counts.`,
          body: `${language.name} begins a new line there, while a diff shows the code as part of the comment. Remove it, or put it on a line of its own.`,
        },
      ];
    }
    return [];
  });
}

function nameOf(character: string): string {
  return character === '\r'
    ? 'A carriage return'
    : `An invisible character (U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')})`;
}
