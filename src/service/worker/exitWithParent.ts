import { Worker } from 'node:worker_threads';

/**
 * Ends this process soon after its parent, even if an endless loop blocks its event loop: a thread checks the parent's
 * id every `interval` milliseconds, and leaves the process one more interval to exit on its own. Not needed on Windows,
 * where libuv puts children into a job that the system ends with the parent.
 */
export function exitWithParent(interval: number): void {
  if (process.platform === 'win32') return;
  new Worker(`(${watchParent.toString()})(${process.ppid}, ${interval})`, { eval: true }).unref();
}

/** Runs in the thread as source text, so it must not use anything outside of itself. */
function watchParent(parent: number, interval: number): void {
  let isGone = false;
  setInterval(() => {
    if (isGone) process.kill(process.pid, 'SIGKILL');
    isGone = process.ppid !== parent;
  }, interval);
}
