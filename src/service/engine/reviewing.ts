/** Makes one review after another, each asked for by a message, and ends with its parent. */
import { Questions } from '../../core/questions.ts';
import { builtInOnly } from '../../core/reviewerSettings.ts';
import { Git } from '../../git/git.ts';
import { configuredReviewers } from '../reviewers/configured.ts';
import { Analysers } from './analysers.ts';
import { endWithParent } from './endWithParent.ts';
import type { EngineAnswer, EngineJob, EngineRequest, EngineResult } from './messages.ts';
import { reviewRange } from './reviewRange.ts';

const git = new Git({ executable: process.env['CODE_REVIEW_GIT'] ?? 'git', log: () => undefined });
const send = (message: EngineAnswer): unknown => process.send?.(message);
const questions = new Questions(send);
const analysers = new Analysers({ program: process.argv[1] ?? '', args: ['analyse'] });

process.on('message', (message: EngineRequest) => {
  if ('type' in message) questions.take(message);
  else void review(message).then(send);
});
process.once('disconnect', () => process.exit());
process.once('exit', () => analysers.dispose());
endWithParent(1_000);

async function review(job: EngineJob): Promise<EngineResult> {
  try {
    const builtIn = analysers.reviewers();
    const reviewers = await configuredReviewers(job.reviewers ?? builtInOnly, {
      git,
      job,
      builtIn,
      ask: questions.ask,
    });
    return await reviewRange({ git, reviewers, now: () => performance.now() }, job, new AbortController().signal);
  } catch (error) {
    return {
      status: 'failed',
      reason: error instanceof Error ? error.message : 'it ended without a reason',
      reports: [],
    };
  }
}
