import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Names this process in a file that processes of other machines may read too, as those of a shared home do. */
export async function processIdentity(): Promise<string> {
  return `${process.pid} ${await place()}`;
}

/** Whether it is certain that the process of that name has ended; of one elsewhere nobody here can tell. */
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

/** Where a process id is of one process only: the machine and, on Linux, its start and the container. */
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
