import path from 'node:path';
import { CodeReviewError, displayMessage } from '../../../core/base/errors.ts';
import type { CommandContext } from '../command.ts';
import { codeOfFailure } from '../failure.ts';
import { forLogOf } from '../output/buildCommands.ts';
import { tellActions } from '../output/githubActions.ts';
import { Output } from '../output/output.ts';
import { exitCodeOf } from './exitCode.ts';
import type { ReviewOptions } from './readOptions.ts';
import { ReviewEvents } from './reviewEvents.ts';
import { runReview } from './runReview.ts';

/** Writes a review as events while it is made, and resolves to the exit code. Without a reader, the review is stopped. */
export async function streamReview(
  options: ReviewOptions,
  context: CommandContext,
  interrupted: AbortSignal,
): Promise<number> {
  const { cwd, env, stdout, startEngine } = context;
  const { output: file, failOn } = options;
  const output =
    file === undefined ? new Output(stdout, forLogOf(env, true)) : await Output.toFile(path.resolve(cwd, file), file);
  const events = new ReviewEvents(output);
  const signal = AbortSignal.any([interrupted, output.broken]);
  try {
    const report = await runReview(options, {
      startEngine,
      signal,
      onProgress: (progress, selection) => events.progress(progress, selection),
    });
    const exitCode = exitCodeOf(report, failOn);
    events.end(report, exitCode);
    await output.flush(interrupted);
    await tellActions(report, context);
    return exitCode;
  } catch (error) {
    if (output.broken.aborted && !interrupted.aborted) {
      await output.flush(interrupted);
      throw new CodeReviewError('service', 'The review was stopped, since nobody reads its events any more.');
    }
    const status = CodeReviewError.is(error, 'cancelled') ? 'cancelled' : 'failed';
    events.fail(status, codeOfFailure(error, 2), displayMessage(error));
    if (!interrupted.aborted) await output.flush(interrupted);
    throw error;
  }
}
