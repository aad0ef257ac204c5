import { plainLine } from '../../../../core/base/text.ts';
import { findProgram } from '../../../../git/run/findProgram.ts';
import { OutputTooLargeError, runProgram, StartError } from '../../../../git/run/runProgram.ts';
import { commandLines } from './commandLines.ts';
import type { Tool } from '../tool.ts';
import { ToolFailure } from '../toolFailure.ts';

const longestOutput = 32 << 20;

/** Folder and environment of a tool's run. */
export interface ToolSetup {
  /** Absolute path. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The output of one run of a tool. */
export interface ToolRunOutput {
  readonly text: string;
  readonly code: number;
  /** The beginning of its standard error; untrusted. */
  readonly errors: string;
}

/** Why a tool cannot run on this machine; undefined if it can. */
export function missingProgram({ command, convertWith }: Tool, { folder, env }: ToolSetup): string | undefined {
  for (const [name] of [command, convertWith ?? []]) {
    if (name === undefined) continue;
    const program = findProgram(name, folder, env);
    if ('missing' in program) return program.missing;
  }
  return undefined;
}

/** Runs a tool's command on files, several times if they do not fit into one command line. @throws ToolFailure */
export async function runTool(
  { convertWith, exitCodes, timeoutSeconds }: Tool,
  command: readonly string[],
  paths: readonly string[],
  setup: ToolSetup,
  signal: AbortSignal,
): Promise<ToolRunOutput[]> {
  const deadline = new AbortController();
  const late = new ToolFailure(`it took longer than ${timeoutSeconds} s and was stopped`);
  const timer = setTimeout(() => deadline.abort(late), timeoutSeconds * 1_000);
  const either = AbortSignal.any([signal, deadline.signal]);
  try {
    const written: ToolRunOutput[] = [];
    for (const argv of commandLines(command, paths)) {
      const { code, stdout, stderr } = await start(argv, setup, either);
      if (code === undefined || !exitCodes.includes(code)) throw new ToolFailure(`it ${describeExit(code, stderr)}`);
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
  if (code !== 0) throw new ToolFailure(`${argv[0] ?? ''} ${describeExit(code, stderr)}`);
  return stdout;
}

/** How a program ended. */
interface ProgramOutput {
  /** Undefined if a signal ended it. */
  readonly code: number | undefined;
  readonly stdout: Buffer;
  /** The beginning of its standard error. */
  readonly stderr: string;
}

async function start(
  [name = '', ...args]: readonly string[],
  { folder, env }: ToolSetup,
  signal: AbortSignal,
  input?: Buffer,
): Promise<ProgramOutput> {
  const program = findProgram(name, folder, env);
  if ('missing' in program) throw new ToolFailure(program.missing);
  const chunks: Buffer[] = [];
  const onData = (chunk: Buffer): unknown => chunks.push(chunk);
  const { file, env: own } = program;
  const run = { file, args, cwd: folder, env: own, signal, maxBytes: longestOutput, onData, isGroup: true };
  try {
    const ended = await runProgram(input === undefined ? run : { ...run, input });
    return { ...ended, stdout: Buffer.concat(chunks) };
  } catch (error) {
    if (error instanceof StartError) throw new ToolFailure('it could not be started', error.cause);
    if (error instanceof OutputTooLargeError) throw new ToolFailure(`it wrote more than ${longestOutput >> 20} MB`);
    throw signal.reason instanceof ToolFailure ? signal.reason : error;
  }
}

/** How a program ended, with its standard error, as the rest of a sentence; without a code, a signal ended it. */
export function describeExit(code: number | undefined, stderr: string): string {
  const said = plainLine(stderr, 200).replace(/\.$/, '');
  const end = code === undefined ? 'was stopped from outside' : `ended with code ${code}`;
  return said === '' ? end : `${end} (${said})`;
}
