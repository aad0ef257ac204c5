import { Git } from '../../../src/git/run/git.ts';
import { reviewJob } from '../../../src/service/worker/reviewJob.ts';
import { nobody, type StartEngine } from '../../../src/service/jobs/engineProcess.ts';
import { reviewers } from '../../../src/service/reviewers/analysers.ts';

/** The engine in the process of the tests, where it is not the subject that it has one of its own. */
export const engineInProcess: StartEngine = ({ gitExecutable, ask = nobody }) => {
  const git = new Git({ executable: gitExecutable, log: () => undefined });
  return {
    review: async job => asSent(await reviewJob(asSent(job), { git, builtIn: reviewers, ask })),
    dispose: () => undefined,
  };
};

/** As it comes out of a message to another process. */
function asSent<T>(message: T): T {
  return JSON.parse(JSON.stringify(message)) as T;
}
