import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** To start a program takes ten times as long from a process of 700 MB, whose page tables are copied. In bytes. */
const small = 200 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const ends = new Set<() => void>();
const lastEnds = new Set<() => void>();
process.once('exit', endRun);

/** Has something ended after the last test of the file that runs now. */
export function afterFile(end: () => void): void {
  ends.add(end);
}

/** What `afterFile` was told of, ended, and its memory given back. */
export function endFile(): void {
  for (const end of ends) end();
  ends.clear();
  if (process.memoryUsage.rss() > small) collectGarbage();
}

/** Has something ended that the tests of several files use: after the last file of this process. */
export function afterRun(end: () => void): void {
  lastEnds.add(end);
}

/** What `afterRun` was told of, ended. */
export function endRun(): void {
  for (const end of lastEnds) end();
  lastEnds.clear();
}
