import path from 'node:path';
import type { ServedRepository } from '../../core/protocol/serviceMessages.ts';
import { Git } from '../../git/run/git.ts';
import { identifyRepository } from '../../git/repository/identifyRepository.ts';
import { openWorkingCopy } from '../../git/repository/workingCopy.ts';
import { findPlan, type Plan } from '../accounts/plans.ts';
import { startServer } from '../http/server.ts';
import { defaultKeepDays } from '../store/store.ts';
import type { RunCommand } from './command.ts';
import { parseWholeNumber, UsageError } from './commandLine/parse.ts';
import { dataFolder } from './options/data.ts';
import type { serveOptions } from './options/serve.ts';
import { readReviewers } from './readReviewers.ts';

/** Serves the repositories of this machine, on loopback, until it is stopped. */
export const serveLocal: RunCommand<typeof serveOptions> = async ({ values }, context) => {
  const { cwd, stdout, stderr, startEngine } = context;
  const reviewers = await readReviewers(values, context);
  const git = new Git({ executable: 'git', log: () => undefined });
  const perHour = values['requests-per-hour'];
  const server = await startServer({
    dataFolder: dataFolder(context, values.data),
    keepDays: parseWholeNumber('--keep-days', values['keep-days'] ?? `${defaultKeepDays}`, 1, 36_500),
    startEngine,
    port: parseWholeNumber('--port', values.port ?? '0', 0, 65_535),
    plan: plan(
      values.plan ?? 'free',
      perHour === undefined ? undefined : parseWholeNumber('--requests-per-hour', perHour, 1, 1e9),
    ),
    ownKey: undefined,
    repositories: await Promise.all(
      (values.repo.length === 0 ? ['.'] : values.repo).map(folder => identify(git, path.resolve(cwd, folder))),
    ),
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
