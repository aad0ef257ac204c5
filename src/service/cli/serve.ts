import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ServedRepository } from '../../core/protocol/serviceMessages.ts';
import { Git } from '../../git/run/git.ts';
import { identifyRepository } from '../../git/repository/identifyRepository.ts';
import { openWorkingCopy } from '../../git/repository/workingCopy.ts';
import { findPlan, type Plan } from '../accounts/plans.ts';
import { startServer } from '../http/server.ts';
import { defaultKeepDays } from '../store/store.ts';
import { dataUsage, UsageError, parseWholeNumber, type Command } from './command.ts';
import { readReviewers, reviewersOptions, reviewersUsage } from './reviewerOptions.ts';

/** The command `serve`, which runs until it is stopped. */
export const serveCommand: Command = {
  usage: `serve                         answer the code review API on this machine
  --repo PATH                 serve this repository; may be given several times (default: the current folder)
  --port N                    listen at this port of 127.0.0.1 (default: a free one)
  --plan free|pro|enterprise  request limit of each key: 100, 1,000 or --requests-per-hour (default: free)
  --requests-per-hour N       limit of the enterprise plan
  --keep-days N               keep reviews that have ended for so many days (default: 30)
${reviewersUsage}
${dataUsage}`,
  failureCode: 1,
  run: async (args, context) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        repo: { type: 'string', multiple: true },
        port: { type: 'string', default: '0' },
        plan: { type: 'string', default: 'free' },
        'requests-per-hour': { type: 'string' },
        'keep-days': { type: 'string', default: `${defaultKeepDays}` },
        data: { type: 'string', default: path.join(homedir(), '.code-review') },
        ...reviewersOptions,
      },
    });
    const { cwd, stdout, stderr, startEngine } = context;
    const reviewers = await readReviewers(values, context);
    const git = new Git({ executable: 'git', log: () => undefined });
    const perHour = values['requests-per-hour'];
    const server = await startServer({
      dataFolder: path.resolve(cwd, values.data),
      keepDays: parseWholeNumber('--keep-days', values['keep-days'], 1, 36_500),
      startEngine,
      port: parseWholeNumber('--port', values.port, 0, 65_535),
      plan: plan(
        values.plan,
        perHour === undefined ? undefined : parseWholeNumber('--requests-per-hour', perHour, 1, 1e9),
      ),
      ownKey: undefined,
      repositories: await Promise.all((values.repo ?? ['.']).map(folder => identify(git, path.resolve(cwd, folder)))),
      gitExecutable: await git.path(),
      reviewers: () => reviewers,
      onSettled: reviewId => stdout.write(`Review ${reviewId} has ended\n`),
      onError: error => stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
    });
    stdout.write(`Listening on http://127.0.0.1:${server.port}\n`);
    context.interrupted().addEventListener('abort', () => {
      server.close();
      process.exit();
    });
    return 0;
  },
};

async function identify(git: Git, folder: string): Promise<ServedRepository> {
  const { signal } = new AbortController();
  const copy = await openWorkingCopy(git, folder, signal);
  const { fullName, provider, webUrl } = await identifyRepository(git, copy, { hosts: {} }, signal);
  return { root: copy.root, fullName, provider, webUrl };
}

function plan(name: string, requestsPerHour: number | undefined): Plan {
  try {
    return findPlan(name, requestsPerHour);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
