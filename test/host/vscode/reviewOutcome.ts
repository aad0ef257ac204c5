/** A diagnostic of the extension as the terminal shows it; line and column count from 1. */
export interface ReviewedFinding {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly rule: string;
  readonly message: string;
}

/** What came of reviewing the current branch in a window. */
export interface ReviewOutcome {
  readonly completed: boolean;
  /** What the window said of it. */
  readonly sentence: string;
  readonly findings: readonly ReviewedFinding[];
  readonly milliseconds: number;
}

const tag = 'review-outcome ';

/** The outcome as a line of the extension host's output. */
export function outcomeLine(outcome: ReviewOutcome): string {
  return tag + JSON.stringify(outcome);
}

/** The outcome in a line of the extension host's output; undefined when it is about something else. */
export function parseOutcome(line: string): ReviewOutcome | undefined {
  return line.startsWith(tag) ? (JSON.parse(line.slice(tag.length)) as ReviewOutcome) : undefined;
}

/** The findings by place, one line each, and the sum of them. */
export function report({ findings, milliseconds, sentence }: ReviewOutcome): string {
  const sorted = findings.toSorted(
    (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line || a.column - b.column,
  );
  const lines = sorted.map(
    ({ path, line, column, severity, rule, message }) => `${path}:${line}:${column} ${severity} ${rule} ${message}`,
  );
  const counts = (['error', 'warning', 'information', 'hint'] as const)
    .map(severity => [findings.filter(finding => finding.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}`);
  const sum = `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}${counts.length > 0 ? ` (${counts.join(', ')})` : ''} in ${(milliseconds / 1000).toFixed(1)} s.`;
  return [...lines, '', `${sentence} ${sum}`].join('\n');
}
