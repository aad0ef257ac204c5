import type { CompletionReply } from '../../../src/core/protocol/modelCompletion.ts';
import { Git } from '../../../src/git/run/git.ts';
import type { StartEngine } from '../../../src/service/jobs/engineProcess.ts';
import type { ReviewProgress } from '../../../src/service/engine/reviewProgress.ts';
import type { Analysers } from '../../../src/service/worker/analyserProcess.ts';
import { reviewJob } from '../../../src/service/worker/reviewJob.ts';
import { afterFile } from '../../host/afterFile.ts';
import { startAnalysers } from './startAnalysers.ts';

/** Analysers that wait for the next review, since they take long to start. */
const free: Analysers[] = [];

/** The engine in the process of the tests, where it is not the subject that it has one of its own. */
export const engineInProcess: StartEngine = ({ gitExecutable, indexFolder, ask = noModel }) => {
  const git = new Git({ executable: gitExecutable, log: () => undefined });
  return {
    review: async (job, observer) => {
      const analysers = free.pop() ?? startAnalysers();
      afterFile(forget);
      try {
        const onProgress = (progress: ReviewProgress): void => observer?.onProgress(asSent(progress));
        return asSent(await reviewJob(asSent(job), { git, analysers, indexFolder, ask, onProgress }));
      } finally {
        free.push(analysers);
      }
    },
    dispose: () => undefined,
  };
};

const noModel = (): Promise<CompletionReply> =>
  Promise.resolve({ status: 'skipped', why: 'notFound', reason: 'there is no editor to ask' });

function forget(): void {
  free.length = 0;
}

/** As it comes out of a message to another process. */
function asSent<T>(message: T): T {
  return JSON.parse(JSON.stringify(message)) as T;
}
