import type { ReviewComment } from '../../core/review.ts';
import { safeMarkdown } from '../../core/safeMarkdown.ts';
import { compareSeverity, severities, type Severity } from '../../core/severity.ts';
import { subjectName, type SettledRecord } from '../reviewRecord.ts';
import { counted, summarise } from '../reviewSummary.ts';

/** The review as a report: a table by file and severity, then every comment, the gravest first. */
export function toMarkdown(record: SettledRecord): string {
  const { review, subject, settledAt } = record;
  const comments = [...(review.comments ?? [])].sort((a, b) => compareSeverity(a.severity, b.severity));
  const files = [...new Set(comments.map(fileOf))].sort();
  const parts = [
    `# Review of ${cell(subjectName(subject))}`,
    subject.title === undefined ? '' : `_${cell(subject.title)}_`,
    summarise(record),
    `Ended ${new Date(settledAt).toISOString()}${review.commit === undefined ? '' : `, commit \`${review.commit.slice(0, 12)}\``}.`,
    comments.length === 0 ? '' : table(files, comments),
    ...files.map(file =>
      section(
        file,
        comments.filter(comment => fileOf(comment) === file),
      ),
    ),
    review.undecoded.length === 0
      ? ''
      : `## Not understood\n\n${review.undecoded.map(raw => `- ${code(JSON.stringify(raw))}`).join('\n')}`,
    review.notes.length === 0
      ? ''
      : `## About this review\n\n${review.notes.map(note => `- ${cell(note)}`).join('\n')}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** One comment on its own, as for the clipboard. */
export function commentToMarkdown(comment: ReviewComment): string {
  const { title, severity, severityWord, rule, category, body, suggestion, url } = comment;
  const facts = [severityWord ?? severity, rule ?? category, placeOf(comment)].filter(
    fact => fact !== undefined && fact !== '',
  );
  const fix = suggestion === undefined ? '' : fenced('suggestion', suggestion.text);
  return [
    `### ${cell(title)}`,
    facts.map(fact => code(fact ?? '')).join(' · '),
    safeMarkdown(body),
    fix,
    url === undefined ? '' : `<${url}>`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function section(file: string, comments: readonly ReviewComment[]): string {
  return [`## ${cell(file)}`, ...comments.map(commentToMarkdown)].join('\n\n');
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
    row(['File', ...used]),
    row(['---', ...used.map(() => '--:')]),
    ...files.map(file => row([cell(file), ...used.map(severity => count(file, severity))])),
    row([`**${counted(comments.length, 'comment')}**`, ...used.map(severity => count(undefined, severity))]),
  ].join('\n');
}

function fileOf({ path }: ReviewComment): string {
  return path ?? 'General';
}

function placeOf({ path, range }: ReviewComment): string {
  if (path === undefined) return '';
  if (range === undefined) return path;
  return `${path}:${range.startLine}${range.endLine === range.startLine ? '' : `-${range.endLine}`}`;
}

/** Foreign text on one line that cannot leave its table cell or become markup. */
function cell(text: string): string {
  return safeMarkdown(text.replace(/\s+/g, ' ').replaceAll('`', "'")).replaceAll('|', '\\|');
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}

/** A code block that the text cannot close. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}
