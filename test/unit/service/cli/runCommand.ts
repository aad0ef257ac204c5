import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { runCommandLine } from '../../../../src/service/cli/cli.ts';
import type { StartEngine } from '../../../../src/service/jobs/engineProcess.ts';
import { hermeticGit } from '../../../host/git/git.ts';
import type { Files } from '../../../host/git/repository.ts';
import { programOf } from '../../../host/programs/programs.ts';
import { tellSeen } from '../../../host/keys/seen.ts';
import { engineInProcess } from '../engineInProcess.ts';

/** The service's program. */
export const program = programOf('service');

/**
 * Makes the service's program with another engine, for tests that are not about what the reviewers find.
 * @param engine the code of its program,
 * @returns the path of the service's program, in `folder`
 */
export async function programWith(engine: string, folder: string): Promise<string> {
  const file = path.join(folder, 'service.mjs');
  await mkdir(folder, { recursive: true });
  await writeFile(file, `import ${JSON.stringify(pathToFileURL(program).href)};\n`);
  await writeFile(path.join(folder, 'engine.js'), engine);
  return file;
}

/** The code of the service's engine with analysers that find nothing, and are not loaded. */
export const withoutAnalysers = `import(${JSON.stringify(pathToFileURL(programOf('withoutAnalysers')).href)});`;

/** The code of an engine that answers every job with this result. */
export function engineOf(result: object): string {
  return `process.on("message", () => process.send(${JSON.stringify(result)}));`;
}

/** The result of a review that found nothing. */
export const completed = {
  status: 'completed',
  comments: [],
  reports: [],
  reviewed: ['bug.ts'],
  addedLines: 1,
  unreviewed: [],
  mergeBase: '',
  milliseconds: 1,
};

/** How a program ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the surroundings say on colours: Node takes a build server it does not know for one without. And on a build. */
const noWordOnColours = {
  CI: undefined,
  FORCE_COLOR: undefined,
  NODE_DISABLE_COLORS: undefined,
  NO_COLOR: undefined,
  GITHUB_ACTIONS: undefined,
};

for (const name of Object.keys(noWordOnColours)) Reflect.deleteProperty(process.env, name);

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

/** `node service.js ARGS` in a folder, in a process of its own. */
export function runProgram(cwd: string, ...args: string[]): Promise<Ended> {
  return run(cwd, process.execPath, [program, ...args]);
}

/** `node service.js ARGS` in a folder, in this process. */
export async function command(cwd: string, args: readonly string[], around: Around = {}): Promise<Ended> {
  const { env = {}, startEngine = engineInProcess, onStart, stop = new AbortController().signal } = around;
  const [stdout, stderr] = [new TextSink(), new TextSink()];
  onStart?.(stdout);
  const code = await runCommandLine(args, {
    cwd,
    env: { ...env },
    stdin: () => process.stdin,
    stdout,
    stderr,
    startEngine,
    interrupted: () => stop,
  });
  for (const { text } of [stdout, stderr]) tellSeen(text, 'what the command line printed');
  return { code, stdout: stdout.text, stderr: stderr.text };
}

/** `node service.js review ARGS` in a folder, in this process. */
export function review(cwd: string, ...args: string[]): Promise<Ended> {
  return command(cwd, ['review', ...args]);
}

interface Around {
  readonly env?: Readonly<Record<string, string>>;
  readonly startEngine?: StartEngine;
  /** Interrupts the command. */
  readonly stop?: AbortSignal;
  /** Called with standard output, whose text grows. */
  readonly onStart?: (stdout: { readonly text: string }) => unknown;
}

class TextSink extends Writable {
  text = '';

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(chunk: string | Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Changes to review, each with one thing wrong: a bug of high severity, a cleanup of low severity, or nothing. */
export const samples = {
  bug: { 'bug.ts': '// größe\nexport const isOdd = (a: string, b: string) => a === "ä" || b !== b;\n' },
  cleanup: { 'cleanup.ts': "import { join } from 'node:path';\n\nexport const b = 2;\n" },
  clean: { 'clean.ts': 'export const c = 3;\n' },
} as const satisfies Readonly<Record<string, Files>>;
