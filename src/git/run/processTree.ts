import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { findDescendants } from './descendants.ts';
import { taskkillPath } from './taskkill.ts';

/**
 * Ends a process and its descendants, including those that left its group, such as daemons. If the process has already
 * exited, only the rest of its process group can be found.
 */
export function killProcessTree({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined) return;
  const hasEnded = exitCode !== null || signalCode !== null;
  if (process.platform === 'win32') {
    if (!hasEnded) endOnWindows(pid);
    return;
  }
  for (const each of [-pid, ...(hasEnded ? [] : [pid, ...findDescendants(pid, parentIds())])]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // The group has no processes any more.
    }
  }
}

function endOnWindows(pid: number): void {
  const how = { stdio: 'ignore', windowsHide: true } as const;
  spawn(taskkillPath(process.env), ['/pid', String(pid), '/T', '/F'], how).on('error', () => undefined);
}

/** Parent ids by process id; empty if they cannot be read. Not for Windows. */
function parentIds(): ReadonlyMap<number, number> {
  try {
    return process.platform === 'linux' ? fromProc() : fromPs();
  } catch {
    return new Map();
  }
}

function fromProc(): Map<number, number> {
  const ids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return new Map(ids.map(id => [Number(id), parentIn(id)]));
}

/** Reads the parent's id: it follows the program's name, in parentheses with any content, and the state. */
function parentIn(id: string): number {
  try {
    const [, parent] = /.*\) \S (\d+) /s.exec(readFileSync(`/proc/${id}/stat`, 'latin1')) ?? [];
    return Number(parent);
  } catch {
    // The process has exited.
    return Number.NaN;
  }
}

function fromPs(): Map<number, number> {
  const listing = execFileSync('/bin/ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'latin1', timeout: 2_000 });
  return new Map([...listing.matchAll(/(\d+)\s+(\d+)/g)].map(([, pid, parent]) => [Number(pid), Number(parent)]));
}
