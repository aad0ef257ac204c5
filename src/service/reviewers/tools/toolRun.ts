import { plainLine } from '../../../core/plainText.ts';
import { findProgram } from '../../../git/findProgram.ts';
import { commandLines } from './commandLines.ts';
import { runProgram, type ProgramOutput, type ProgramRun } from './runProgram.ts';
import type { Tool } from './tool.ts';
import { ToolFailure } from './toolFailure.ts';

/** Where a tool is run. */
export interface ToolSetup {
  /** Absolute path. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What one run of a tool wrote. */
export interface Written {
  readonly text: string;
  readonly code: number;
  /** The beginning of what it said on the side, foreign. */
  readonly errors: string;
}

/** Why a tool cannot be run here at all; undefined where it can. */
export function missingProgram({ command, convertWith }: Tool, { folder, env }: ToolSetup): string | undefined {
  for (const [name] of [command, convertWith ?? []]) {
    if (name === undefined) continue;
    const program = findProgram(name, folder, env);
    if ('missing' in program) return program.missing;
  }
  return undefined;
}

/** Runs a command of the tool over files, more than once where they are too many for one command line. @throws ToolFailure */
export async function runTool(
  { convertWith, exitCodes, timeoutSeconds }: Tool,
  command: readonly string[],
  paths: readonly string[],
  setup: ToolSetup,
  signal: AbortSignal,
): Promise<Written[]> {
  const deadline = new AbortController();
  const late = new ToolFailure(`it took longer than ${timeoutSeconds} s and was stopped`);
  const timer = setTimeout(() => deadline.abort(late), timeoutSeconds * 1_000);
  const either = AbortSignal.any([signal, deadline.signal]);
  try {
    const written: Written[] = [];
    for (const argv of commandLines(command, paths)) {
      const { code, stdout, stderr } = await start(argv, setup, either);
      if (code === undefined || !exitCodes.includes(code)) throw new ToolFailure(`it ${endOf(code, stderr)}`);
      const output = convertWith === undefined ? stdout : await convert(convertWith, stdout, setup, either);
      written.push({ text: output.toString('utf8').replace(/^\ufeff/, ''), code, errors: stderr });
    }
    return written;
  } finally {
    clearTimeout(timer);
  }
}

async function convert(argv: readonly string[], input: Buffer, setup: ToolSetup, signal: AbortSignal): Promise<Buffer> {
  const { code, stdout, stderr } = await start(argv, setup, signal, input);
  if (code !== 0) throw new ToolFailure(`${argv[0] ?? ''} ${endOf(code, stderr)}`);
  return stdout;
}

function start(
  [name = '', ...args]: readonly string[],
  { folder, env }: ToolSetup,
  signal: AbortSignal,
  input?: Buffer,
): Promise<ProgramOutput> {
  const program = findProgram(name, folder, env);
  if ('missing' in program) throw new ToolFailure(program.missing);
  const run: ProgramRun = { file: program.file, args, cwd: folder, env: program.env, signal };
  return runProgram(input === undefined ? run : { ...run, input });
}

/** How a program ended and what it said on the side, as the rest of a sentence; without a code, a signal ended it. */
export function endOf(code: number | undefined, stderr: string): string {
  const said = plainLine(stderr, 200).replace(/\.$/, '');
  const end = code === undefined ? 'was stopped from outside' : `ended with code ${code}`;
  return said === '' ? end : `${end} (${said})`;
}
