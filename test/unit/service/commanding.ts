import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { hermeticGit } from '../../host/git.ts';
import type { Files } from '../../host/repository.ts';

/** The service's program, as it is run from source. */
export const program = path.resolve(import.meta.dirname, '../../../src/service/main.ts');

/** How a program ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the surroundings say on colours: Node takes a build server it does not know for one without. */
const noWordOnColours = { CI: undefined, FORCE_COLOR: undefined, NODE_DISABLE_COLORS: undefined, NO_COLOR: undefined };

/** Runs a program in `cwd` to its end; without git configuration of the machine, and with no word on colours. */
export async function run(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...noWordOnColours, ...hermeticGit, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** `node service.js review ARGS` in a folder. */
export function review(cwd: string, ...args: string[]): Promise<Ended> {
  return run(cwd, process.execPath, [program, 'review', ...args]);
}

/** Changes to review, each with one thing wrong: a bug of high severity, a cleanup of low severity, or nothing. */
export const samples = {
  bug: { 'bug.ts': '// größe\nexport const isOdd = (a: string, b: string) => a === "ä" || b !== b;\n' },
  cleanup: { 'cleanup.ts': "import { join } from 'node:path';\n\nexport const b = 2;\n" },
  clean: { 'clean.ts': 'export const c = 3;\n' },
} as const satisfies Readonly<Record<string, Files>>;
