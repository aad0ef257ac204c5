import type { EngineComment } from '../../engine/engineComment.ts';
import type { ReviewReport } from '../review/reviewReport.ts';

const severities = { critical: 'blocker', high: 'critical', medium: 'major', low: 'minor', info: 'info' } as const;

/** Formats a report as a Code Quality report of GitLab, which has no place for gaps and notes. */
export function toGitlab({ comments }: ReviewReport): object {
  return comments.map(toIssue);
}

function toIssue({ title, rule_id, fingerprint, severity, path, start_line, end_line }: EngineComment): object {
  return {
    description: title,
    check_name: rule_id,
    fingerprint,
    severity: severities[severity],
    location: { path, lines: { begin: start_line, end: end_line } },
  };
}
