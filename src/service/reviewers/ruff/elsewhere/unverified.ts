import type { DiffModel } from '../../../engine/diff/diffModel.ts';
import { isTestPath, type ReviewerFinding } from '../../../engine/reviewer.ts';
import { linesWith, type Parts } from './otherFiles.ts';

export const unverified = 'ruff/S501';

const switchedOff = /\bverify[ \t]*=[ \t]*False\b/;
const request = /\b(?:requests|httpx)\.\w+\(/;

/**
 * The findings on certificates that are not verified, unless the project verifies them at the merge base: where it does
 * not, or sends no other requests, that is its own decision.
 */
export async function unverifiedByHabit(
  findings: readonly ReviewerFinding[],
  { mergeBase }: DiffModel,
  parts: Parts,
  signal: AbortSignal,
): Promise<readonly ReviewerFinding[]> {
  if (findings.length === 0) return [];
  const found = await linesWith(['verify', 'requests', 'httpx'], parts, mergeBase, signal);
  const lines = [...found].flatMap(([path, texts]) => (isTestPath(path) ? [] : texts));
  const isVerified = lines.some(line => request.test(line)) && !lines.some(line => switchedOff.test(line));
  return isVerified ? [] : findings;
}
