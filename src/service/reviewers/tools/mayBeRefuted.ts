import type { ReviewerFinding } from '../../engine/reviewer.ts';
import type { Tool } from './tool.ts';

/** Words in names of rules, and in titles, of scanners for secrets. */
const aboutSecrets = /secret|credential|passw|token|api-?key|private-?key|gitleaks|trufflehog|entropy/i;

/**
 * Whether a language model may refute a finding (docs/decisions/reviewers.md): not what a compiler found, which is no
 * guess; not what concerns security, is critical or may be about a secret, since the code that the model judges by is
 * the pull request's own.
 */
export function mayBeRefuted({ format, scope }: Tool, finding: ReviewerFinding): boolean {
  const { category, severity, rule, title, hiddenBy } = finding;
  if (scope === 'project' || format === 'tsc' || format === 'pyright' || format === 'mypy') return false;
  if (category === 'security' || category === 'note' || severity === 'critical' || hiddenBy !== undefined) return false;
  return !aboutSecrets.test(rule) && !aboutSecrets.test(title);
}
