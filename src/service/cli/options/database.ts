import type { CommandContext } from '../command.ts';

/** Environment variable with the database's URL; with `_FILE`, of a file that holds it. */
export const databaseUrlName = 'CODE_REVIEW_DATABASE_URL';

/** The option `--database`. */
export const databaseOption = {
  type: 'string',
  value: 'URL',
  about: `A Postgres database that all machines of the service share; since others on this machine can read the options of a program, give a URL with a password as ${databaseUrlName}, or a file with it as ${databaseUrlName}_FILE`,
} as const;

/** Whether a database is named, by the option or the environment. */
export function namesDatabase({ env }: Pick<CommandContext, 'env'>, database: string | undefined): boolean {
  return [database, env[databaseUrlName], env[`${databaseUrlName}_FILE`]].some(each => each !== undefined);
}
