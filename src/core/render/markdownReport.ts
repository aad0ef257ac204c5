import { plural, t } from '../base/l10n.ts';
import type { RelatedLocation, ReviewComment } from '../review/review.ts';
import { sanitizeMarkdown, visibleText } from './sanitizeMarkdown.ts';
import { compareSeverity, severities, severityName, severityWords, type Severity } from '../review/severity.ts';

/**
 * Renders comments as Markdown sections: a table by file and severity, then each file's comments, most severe first.
 * @param words what else there is to say of a comment, such as "done"
 */
export function commentsToMarkdown(
  unsorted: readonly ReviewComment[],
  words: ReadonlyMap<ReviewComment, string> = new Map(),
): string[] {
  const comments = [...unsorted].sort((a, b) => compareSeverity(a.severity, b.severity));
  const files = [...new Set(comments.map(fileOf))].sort();
  if (comments.length === 0) return [];
  return [
    table(files, comments),
    ...files.map(file =>
      section(
        file,
        comments.filter(comment => fileOf(comment) === file),
        words,
      ),
    ),
  ];
}

/** Renders a single comment, for example for the clipboard. */
export function commentToMarkdown(comment: ReviewComment, word = ''): string {
  const { title, wholeTitle = title, severity, severityWord, rule, category, body, suggestion, url } = comment;
  const facts = [severityWords(severity, severityWord), rule ?? category, placeOf(comment), word].filter(
    fact => fact !== undefined && fact !== '',
  );
  const fix = suggestion === undefined ? '' : fenced('suggestion', suggestion.text);
  return [
    `### ${markdownCell(wholeTitle)}`,
    facts.map(fact => markdownCode(fact ?? '')).join(' · '),
    sanitizeMarkdown(body),
    fix,
    relatedToMarkdown(comment),
    url === undefined ? '' : `<${url}>`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Renders the other places of a comment as a list. @param link makes a link's address; without it, places are code */
export function relatedToMarkdown(
  { related = [] }: ReviewComment,
  link?: (location: RelatedLocation) => string | undefined,
): string {
  return related
    .map(location => {
      const { path, range, message } = location;
      const place = `${path}:${range.startLine}`;
      const address = link?.(location);
      const shown = address === undefined ? markdownCode(place) : `[${markdownCode(place)}](${address})`;
      return `- ${shown}${message === '' ? '' : ` ${markdownCell(message)}`}`;
    })
    .join('\n');
}

function section(file: string, comments: readonly ReviewComment[], words: ReadonlyMap<ReviewComment, string>): string {
  const shown = comments.map(comment => commentToMarkdown(comment, words.get(comment)));
  return [`## ${markdownCell(file)}`, ...shown].join('\n\n');
}

function table(files: readonly string[], comments: readonly ReviewComment[]): string {
  const used = severities.filter(severity => comments.some(comment => comment.severity === severity));
  const count = (file: string | undefined, severity: Severity): string => {
    const found = comments.filter(
      comment => comment.severity === severity && (file === undefined || fileOf(comment) === file),
    ).length;
    return found === 0 ? '' : `${found}`;
  };
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row([t('File'), ...used.map(severityName)]),
    row(['---', ...used.map(() => '--:')]),
    ...files.map(file => row([markdownCell(file), ...used.map(severity => count(file, severity))])),
    row([
      `**${plural(comments.length, '{count} comment', '{count} comments')}**`,
      ...used.map(severity => count(undefined, severity)),
    ]),
  ].join('\n');
}

function fileOf({ path }: ReviewComment): string {
  return path ?? t('General');
}

function placeOf({ path, range }: ReviewComment): string {
  if (path === undefined) return '';
  if (range === undefined) return path;
  return `${path}:${range.startLine}${range.endLine === range.startLine ? '' : `-${range.endLine}`}`;
}

/** Escapes untrusted text for a table cell: one line, no markup. */
export function markdownCell(text: string): string {
  return sanitizeMarkdown(text.replace(/\s+/g, ' ').replaceAll('`', "'")).replaceAll('|', '\\|');
}

/** Renders untrusted text as a code span. */
export function markdownCode(text: string): string {
  return `\`${visibleText(text).replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}

/** Renders a code block whose fence the text cannot close. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}
