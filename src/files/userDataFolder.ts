import { homedir } from 'node:os';
import path from 'node:path';

/** The folder of a user's data: `.code-review` in the home folder, unless `CODE_REVIEW_HOME` names another. */
export function userDataFolder(env: NodeJS.ProcessEnv): string {
  const named = env['CODE_REVIEW_HOME'];
  return named !== undefined && path.isAbsolute(named) ? named : path.join(homedir(), '.code-review');
}
