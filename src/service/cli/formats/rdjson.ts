import type { EngineComment } from '../../engine/engineComment.ts';
import type { ReviewReport } from '../review/reviewReport.ts';

const severities = { critical: 'ERROR', high: 'ERROR', medium: 'WARNING', low: 'INFO', info: 'INFO' } as const;

/** Formats a report in the Reviewdog Diagnostic Format, which has no place for gaps and notes. */
export function toRdjson({ comments }: ReviewReport): object {
  return { source: { name: 'Code Review' }, diagnostics: comments.map(toDiagnostic) };
}

function toDiagnostic(comment: EngineComment): object {
  const { path, severity, rule_id: value, help_uri: url, title, body, suggested_code: text } = comment;
  // Positions without columns mean whole lines.
  const lines = { start: { line: comment.start_line }, end: { line: comment.end_line } };
  return {
    message: body === '' ? title : `${title}\n\n${body}`,
    location: { path, range: columnsOf(comment) ?? lines },
    severity: severities[severity],
    code: { value, ...(url === undefined ? {} : { url }) },
    ...(text === undefined ? {} : { suggestions: [{ range: lines, text }] }),
  };
}

/** The format counts columns in bytes of UTF-8. */
function columnsOf(comment: EngineComment): object | undefined {
  const { start_line, end_line, start_column, end_column, existing_code } = comment;
  if (start_column === undefined || end_column === undefined) return undefined;
  const lines = existing_code.split('\n');
  const bytes = (line: string | undefined, column: number): number =>
    Buffer.byteLength((line ?? '').slice(0, column - 1)) + 1;
  return {
    start: { line: start_line, column: bytes(lines[0], start_column) },
    end: { line: end_line, column: bytes(lines.at(-1), end_column) },
  };
}
