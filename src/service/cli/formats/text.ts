import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { plainLine } from '../../../core/base/text.ts';
import type { ReviewComment } from '../../../core/review/review.ts';
import type { Severity } from '../../../core/review/severity.ts';
import type { ReviewReport } from '../review/reviewReport.ts';
import type { FindingState } from '../review/sinceLast/compare.ts';

type Style = Parameters<typeof styleText>[0];

const styles: Readonly<Record<Severity, Style>> = {
  critical: ['red', 'bold'],
  high: 'red',
  medium: 'yellow',
  unknown: 'yellow',
  low: 'cyan',
  info: 'dim',
  praise: 'dim',
};
const longestBody = 300;
/** Most other places of a comment. */
const mostPlaces = 5;

/** Formats a report as text: `path:line:column` and the title, then the explanation. Coloured if `stream` is a terminal. */
export function toText({ target, summary, comments, shown, notes }: ReviewReport, stream?: Writable): string {
  const style = (format: Style, text: string): string =>
    stream === undefined ? text : styleText(format, text, { stream });
  const parts = [
    ...shown.map((comment, at) => commentText(comment, comments[at]?.state, style)),
    [
      style('bold', `${plainLine(target.title)}: ${plainLine(summary)}`),
      ...notes.map(note => plainLine(note, 2_000)),
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function commentText(
  comment: ReviewComment,
  state: FindingState | undefined,
  style: (format: Style, text: string) => string,
): string {
  const { severity, title, rule = '', experimental, body, related = [] } = comment;
  const first = plainLine(body.split(/\n\s*\n/, 1)[0] ?? '', longestBody);
  const line = `${style('bold', placeOf(comment))}  ${style(styles[severity], severity)}${state === undefined ? '' : `  ${state}`}  ${title}  ${style('dim', experimental ? `${rule} (experimental)` : rule)}`;
  const places = related.slice(0, mostPlaces).map(each => `${placeOf(each)}  ${each.message}`.trim());
  // Not how many: a comment on very many has only some of them, and its title says the number.
  const more = related.length > mostPlaces ? ['and more places'] : [];
  return [line, ...(first === title ? [] : [first]), ...places, ...more].filter(Boolean).join('\n    ');
}

function placeOf({ path, range }: Pick<ReviewComment, 'path' | 'range'>): string {
  if (path === undefined || range === undefined) return plainLine(path ?? '');
  return `${plainLine(path, 1_000)}:${range.startLine}:${range.startColumn ?? 1}`;
}
