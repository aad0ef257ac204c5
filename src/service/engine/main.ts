/** The engine's process: makes one review after another, each asked for by a message, and ends with its parent. */
import { Git } from '../../git/git.ts';
import { reviewers } from '../reviewers/all.ts';
import type { EngineJob, EngineResult } from './messages.ts';
import { reviewRange } from './reviewRange.ts';

const git = new Git({ executable: process.env['CODE_REVIEW_GIT'] ?? 'git', log: () => undefined });

process.on('message', (job: EngineJob) => {
  const answer = (result: EngineResult): unknown => process.send?.(result);
  reviewRange({ git, reviewers, now: () => performance.now() }, job, new AbortController().signal).then(
    answer,
    (error: unknown) =>
      answer({
        status: 'failed',
        reason: error instanceof Error ? error.message : 'it ended without a reason',
        reports: [],
      }),
  );
});
process.once('disconnect', () => process.exit());
