import type { ReviewerFinding } from '../../engine/reviewer.ts';

/** Whether a finding is about a name that nothing uses. */
export function isUnusedName({ category, name }: ReviewerFinding): boolean {
  return category === 'maintainability' && name !== undefined;
}
