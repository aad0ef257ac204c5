import type { RunCommand } from './command.ts';
import { UsageError } from './commandLine/parse.ts';
import { namesDatabase } from './options/database.ts';
import { localOptions, teamOptions, type serveOptions } from './options/serve.ts';

/** Runs the service until it is stopped: for the repositories of this machine, or for a team. */
export const serve: RunCommand<typeof serveOptions> = async (given, context) => {
  const isForTeam = namesDatabase(context, given.values.database);
  const others = Object.keys(isForTeam ? localOptions : teamOptions) as (keyof typeof serveOptions)[];
  const misplaced = others.find(name => (given.values[name] ?? '').length > 0);
  if (misplaced !== undefined) {
    const instead = 'Repositories, keys and the plan are set in the dashboard, and reviewers with “work”.';
    throw new UsageError(
      isForTeam ? `--${misplaced} does not go with a database. ${instead}` : `--${misplaced} goes with --database.`,
    );
  }
  return isForTeam
    ? (await import('./serveTeam.ts')).serveTeam(given, context)
    : (await import('./serveLocal.ts')).serveLocal(given, context);
};
