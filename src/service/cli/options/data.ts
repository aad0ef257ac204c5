import { homedir } from 'node:os';
import path from 'node:path';

/** The option `--data`. */
export const dataOption = {
  type: 'string',
  value: 'FOLDER',
  about: 'Where keys and reviews are kept (default: ~/.code-review)',
} as const;

/** The folder that `--data` names, absolute. */
export function dataFolder(cwd: string, data: string | undefined): string {
  return path.resolve(cwd, data ?? path.join(homedir(), '.code-review'));
}
