import { spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';

/** A program to run, one of several. */
export interface Part {
  readonly name: string;
  /** What Node is given: a program and its arguments. */
  readonly args: readonly string[];
  /** Name of an earlier part that has to succeed first. */
  readonly after?: string;
  /** Whether it gives way to the other parts where the processor is short: for what does not wait between two steps. */
  readonly givesWay?: boolean;
}

interface Run extends Part {
  readonly output: Buffer[];
  state: 'waiting' | 'running' | 'succeeded' | 'failed' | 'left out';
  seconds: number;
}

/**
 * Runs programs side by side, each with its output as a whole and in the order of the list, and says what each took.
 * @param atOnce how many run at the same time
 * @param write takes the output
 * @returns whether all of them succeeded
 */
export async function runParts(
  parts: readonly Part[],
  atOnce: number,
  write: (output: string | Buffer) => void,
): Promise<boolean> {
  const runs = parts.map((part): Run => ({ ...part, output: [], state: 'waiting', seconds: 0 }));
  const written = new Set<Run>();
  const show = (): void => {
    for (const run of runs) {
      if (written.has(run)) continue;
      for (const piece of run.output.splice(0)) write(piece);
      if (run.state === 'waiting' || run.state === 'running') return;
      written.add(run);
      write(`── ${told(run)}\n\n`);
    }
  };
  const started = performance.now();
  const running = new Set<Promise<void>>();
  for (;;) {
    for (let next = nextOf(runs); next !== undefined && running.size < atOnce; next = nextOf(runs)) {
      const ending = runOne(next, show).then(() => void running.delete(ending));
      running.add(ending);
    }
    if (running.size === 0) break;
    await Promise.race(running);
    show();
  }
  show();
  write(`${[...runs.map(told), `all: ${secondsSince(started)} s`].join('\n')}\n`);
  return runs.every(({ state }) => state === 'succeeded');
}

/** Ends this process, and with it the parts that run, where it is told to. */
export function endOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}

/** The first part that may run now; those that cannot any more are marked. */
function nextOf(runs: readonly Run[]): Run | undefined {
  for (const run of runs) {
    const before = runs.find(({ name }) => name === run.after)?.state ?? 'succeeded';
    if (run.state !== 'waiting') continue;
    if (before === 'succeeded') return run;
    if (before === 'failed' || before === 'left out') run.state = 'left out';
  }
  return undefined;
}

async function runOne(run: Run, show: () => void): Promise<void> {
  const started = performance.now();
  run.state = 'running';
  const child = spawn(process.execPath, [...run.args], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (run.givesWay === true && child.pid !== undefined) setPriority(child.pid, lower(getPriority()));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      run.output.push(piece);
      show();
    });
  }
  const end = (): unknown => child.kill();
  process.once('exit', end);
  const code = await new Promise<number | null>(resolve => {
    child.once('error', () => resolve(null)).once('close', resolve);
  });
  process.off('exit', end);
  run.seconds = secondsSince(started);
  run.state = code === 0 ? 'succeeded' : 'failed';
}

function told({ name, state, seconds, after }: Run): string {
  if (state === 'left out') return `${name}: left out, since ${after} failed`;
  return `${name}: ${seconds} s${state === 'failed' ? ', failed' : ''}`;
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1_000);
}

/** A priority below another one. */
function lower(priority: number): number {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  return Math.min(priority + PRIORITY_BELOW_NORMAL, PRIORITY_LOW);
}
