import { builtInOnly } from '../../../../../src/core/protocol/reviewerSettings.ts';
import { Git } from '../../../../../src/git/run/git.ts';
import type { StartEngine } from '../../../../../src/service/jobs/engineProcess.ts';
import type { Mirrors } from '../../../../../src/service/team/mirrors/mirrors.ts';
import { PostgresStore } from '../../../../../src/service/team/database/postgresStore.ts';
import { ReviewJobs } from '../../../../../src/service/team/queue/reviewJobs.ts';
import { ReviewWorker } from '../../../../../src/service/team/queue/reviewWorker.ts';
import { Tries } from '../../../../../src/service/team/queue/tries.ts';
import type { Tracing } from '../../../../../src/service/team/tracing/spans.ts';
import { hash, type TeamQueue } from './teamQueue.ts';

/** How a worker of a test finds the commits of a pull request. */
export type Prepare = (repository: string, pr: number, signal: AbortSignal) => Promise<{ base: string; head: string }>;

/** Commits that belong to a pull request. */
export const commitsOf: Prepare = (repository, pr) =>
  Promise.resolve({ base: hash(repository), head: hash(`${repository} ${pr}`) });

/** What a worker process is, but in this one. */
export class TeamWorker {
  readonly errors: readonly unknown[];
  /** Ids of the reviews that it has ended. */
  readonly ended: string[] = [];
  readonly jobs: ReviewJobs;
  #worker: ReviewWorker | undefined;

  private constructor(jobs: ReviewJobs, errors: readonly unknown[]) {
    this.jobs = jobs;
    this.errors = errors;
  }

  /** Starts one, which ends with the queue at the latest. @param engines how many reviews it makes at a time */
  static async start(
    queue: TeamQueue,
    engines: readonly StartEngine[],
    prepare = commitsOf,
    tracing?: Tracing,
  ): Promise<TeamWorker> {
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const { database, url } = queue;
    const jobs = await ReviewJobs.open({ url, isWorker: true, onError });
    const started = new TeamWorker(jobs, errors);
    queue.endsWith(() => started.stop());
    started.#worker = await ReviewWorker.start({
      ...{ database, jobs, tries: new Tries(database, jobs), mirrors: mirrorsThat(prepare) },
      store: new PostgresStore(database, 30),
      git: new Git({ executable: 'git', log: () => undefined }),
      reviewers: () => builtInOnly,
      tracing,
      engines: engines.map(start => start({ gitExecutable: 'git', onError })),
      onEnded: ({ id }) => void started.ended.push(id),
      onUnusable: onError,
      onError,
    });
    return started;
  }

  /** Lets the running reviews end, and takes no others. */
  async drain(): Promise<void> {
    await this.#worker?.drain(60_000);
  }

  /** Gives the running reviews back. */
  async stop(): Promise<void> {
    await this.#worker?.drain(0);
    this.#worker = undefined;
    await this.jobs.close();
  }
}

function mirrorsThat(prepare: Prepare): Pick<Mirrors, 'prepare'> {
  return {
    prepare: async ({ fullName }, pr, signal) => ({
      ...(await prepare(fullName, pr, signal)),
      root: '/nowhere',
      title: `Change\0 ${pr}`,
      release: () => undefined,
    }),
  };
}
