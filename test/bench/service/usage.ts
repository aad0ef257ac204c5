import { readFile } from 'node:fs/promises';

/** What a process has used so far, as Linux tells it. */
export interface Usage {
  /** Milliseconds of processor time. */
  readonly processor: number;
  /** The most memory it ever held, in MB. */
  readonly memory: number;
}

/** Linux counts processor time in hundredths of a second. */
const tick = 10;

/** @param line of the log of the process, which names it */
export async function usageOf(line: string): Promise<Usage> {
  const { pid } = JSON.parse(line) as { readonly pid: number };
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  const [, peak] = /^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { processor: (Number(fields[11]) + Number(fields[12])) * tick, memory: Math.round(Number(peak) / 1_024) };
}
