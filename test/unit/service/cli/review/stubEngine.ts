import type { EngineComment } from '../../../../../src/service/engine/engineComment.ts';
import type { CompletedResult } from '../../../../../src/service/engine/messages.ts';
import type { ReviewProgress } from '../../../../../src/service/engine/reviewProgress.ts';
import type { StartEngine } from '../../../../../src/service/jobs/engineProcess.ts';
import { completed } from '../runCommand.ts';

/** A comment of the engine; what matters to a test is given. */
export function commentOf(fingerprint: string, more: Partial<EngineComment> = {}): EngineComment {
  return {
    fingerprint,
    reviewer: 'eslint',
    path: 'bug.ts',
    start_line: 1,
    end_line: 1,
    side: 'RIGHT',
    severity: 'high',
    category: 'bug',
    rule_id: 'eslint/no-self-compare',
    title: `Wrong ${fingerprint}.`,
    body: '',
    existing_code: 'a === a',
    ...more,
  };
}

/** A completed result in which ESLint has read `bug.ts`. */
export function resultOf(comments: readonly EngineComment[], more: Partial<CompletedResult> = {}): CompletedResult {
  const reports = [{ reviewer: 'eslint', status: 'ok', files: 1, read: ['bug.ts'], milliseconds: 1 }] as const;
  return { ...completed, status: 'completed', reports, comments, ...more };
}

/** An engine that tells progress, calls `meanwhile`, and ends with a result. */
export function engineThat(
  result: CompletedResult,
  progress: readonly ReviewProgress[] = [],
  meanwhile: () => void = () => undefined,
): StartEngine {
  return () => ({
    review: (_, observer) => {
      for (const each of progress) observer?.onProgress(each);
      meanwhile();
      return Promise.resolve(result);
    },
    dispose: () => undefined,
  });
}
