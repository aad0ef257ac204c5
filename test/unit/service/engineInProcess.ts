import type { CompletionReply } from '../../../src/core/protocol/modelCompletion.ts';
import { Git } from '../../../src/git/run/git.ts';
import type { StartEngine } from '../../../src/service/jobs/engineProcess.ts';
import type { ReviewProgress } from '../../../src/service/engine/reviewProgress.ts';
import { reviewJob } from '../../../src/service/worker/reviewJob.ts';
import { returnAnalysers, takeAnalysers } from './startAnalysers.ts';

/** By executable: what it has found out about a repository, the engines of other tests need not ask again. */
const gits = new Map<string, Git>();

/** The engine in the process of the tests, where it is not the subject that it has one of its own. */
export const engineInProcess: StartEngine = ({ gitExecutable, indexFolder, ask = noModel }) => {
  const git = gits.get(gitExecutable) ?? new Git({ executable: gitExecutable, log: () => undefined });
  gits.set(gitExecutable, git);
  return {
    review: async (job, observer) => {
      const analysers = takeAnalysers();
      try {
        const onProgress = (progress: ReviewProgress): void => observer?.onProgress(asSent(progress));
        return asSent(await reviewJob(asSent(job), { git, analysers, indexFolder, ask, onProgress }));
      } finally {
        returnAnalysers(analysers);
      }
    },
    dispose: () => undefined,
  };
};

const noModel = (): Promise<CompletionReply> =>
  Promise.resolve({ status: 'skipped', why: 'notFound', reason: 'there is no editor to ask' });

/** As it comes out of a message to another process. */
function asSent<T>(message: T): T {
  return JSON.parse(JSON.stringify(message)) as T;
}
