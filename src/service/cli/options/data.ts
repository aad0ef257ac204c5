import path from 'node:path';
import { userDataFolder } from '../../../files/userDataFolder.ts';
import type { CommandContext } from '../command.ts';

/** The option `--data`. */
export const dataOption = {
  type: 'string',
  value: 'FOLDER',
  about: 'Where keys and reviews are kept (default: ~/.code-review, or what CODE_REVIEW_HOME names)',
} as const;

/** The folder that `--data` names, absolute. */
export function dataFolder({ cwd, env }: Pick<CommandContext, 'cwd' | 'env'>, data: string | undefined): string {
  return data === undefined ? userDataFolder(env) : path.resolve(cwd, data);
}
