import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Returns a name for this process that is unique across machines, since a home directory may be shared. */
export async function processIdentity(): Promise<string> {
  return `${process.pid} ${await place()}`;
}

/** Whether the process of that identity is known to have ended. False for one of another machine or container. */
export async function hasProcessEnded(name: string): Promise<boolean> {
  const end = name.indexOf(' ');
  if (name.slice(end + 1) !== (await place())) return false;
  try {
    process.kill(Number(name.slice(0, end)), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** The scope of a process id: the machine and, on Linux, its boot id and PID namespace. */
async function place(): Promise<string> {
  try {
    const [start, container] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readlink('/proc/self/ns/pid'),
    ]);
    return `${hostname()} ${start.trim()} ${container}`;
  } catch {
    return hostname();
  }
}
