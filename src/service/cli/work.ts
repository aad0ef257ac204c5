import { availableParallelism, totalmem } from 'node:os';
import type { RunCommand } from './command.ts';
import { parseWholeNumber, UsageError } from './commandLine/parse.ts';
import { dataFolder } from './options/data.ts';
import { databaseUrlName, namesDatabase } from './options/database.ts';
import type { workOptions } from './options/work.ts';
import { readReviewers } from './readReviewers.ts';
import { loadTeam } from './team.ts';
import { programVersion } from './version.ts';

/** Makes the reviews of a team's service until it is stopped. */
export const work: RunCommand<typeof workOptions> = async ({ values }, context) => {
  if (!namesDatabase(context, values.database))
    throw new UsageError(`Name the team's database with --database or ${databaseUrlName}.`);
  const { concurrency } = values;
  const reviewers = await readReviewers(values, context);
  const team = await loadTeam();
  await team.workTeam({
    databaseUrl: values.database,
    dataFolder: dataFolder(context, values.data),
    concurrency: concurrency === undefined ? fitting() : parseWholeNumber('--concurrency', concurrency, 1, 64),
    grace: parseWholeNumber('--drain', values.drain, 0, 3_600) * 1_000,
    reviewers: () => reviewers,
    startEngine: context.startEngine,
    version: programVersion(),
    environment: context.env,
    stdout: context.stdout,
    stopped: context.interrupted(),
  });
  return 0;
};

const megabyte = 2 ** 20;

/** As many reviews as there are processors, and as fit into the memory beside 400 MB for this process and git. */
function fitting(): number {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const memory = Math.min(totalmem(), limit) / megabyte;
  return Math.max(1, Math.min(availableParallelism(), Math.floor((memory - 400) / 600)));
}
