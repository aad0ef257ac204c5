import { Worker } from 'node:worker_threads';

/**
 * Ends this process soon after its parent has ended, also where an endless loop keeps it from hearing of that: a thread
 * of its own looks at every interval, in milliseconds, whether the parent is still the same one. Who hears of it has one
 * interval to end by itself. On Windows no process gets another parent, and the thread is not needed: what libuv starts
 * there is in a job that the system ends with its parent.
 */
export function endWithParent(interval: number): void {
  if (process.platform === 'win32') return;
  new Worker(`(${watchParent.toString()})(${process.ppid}, ${interval})`, { eval: true }).unref();
}

/** Handed to the thread as text, so it knows nothing of what is around it here. */
function watchParent(parent: number, interval: number): void {
  let isGone = false;
  setInterval(() => {
    if (isGone) process.kill(process.pid, 'SIGKILL');
    isGone = process.ppid !== parent;
  }, interval);
}
