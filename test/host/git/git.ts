import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Keeps the machine's git configuration out of what git does, and git's examples out of new repositories. */
export const hermeticGit = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_TEMPLATE_DIR: '',
};

/** Keeps git from looking, after many a command, whether to tidy up: that starts two more programs. */
const untidied = ['-c', 'maintenance.auto=false'];

/** Runs git in `folder` and resolves to what it prints, without white space at the end. */
export async function git(folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)('git', [...untidied, ...args], {
    cwd: folder,
    env: { ...process.env, ...hermeticGit, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.trimEnd();
}
