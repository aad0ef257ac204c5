import { setTimeout as delay } from 'node:timers/promises';
import { withProgress } from './progress.ts';

const patience = 500;

/**
 * Runs a task as `withProgress` does, which is shown only once it has taken half a second: a notification stays for a
 * moment though its task is done, and those of several short tasks would lie one upon the other.
 */
export async function withDelayedProgress<T>(title: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const work = task(controller.signal);
  const ended = work.then(
    () => true,
    () => true,
  );
  if (await Promise.race([ended, delay(patience, false, { ref: false })])) return work;
  return withProgress(title, signal => {
    signal.addEventListener('abort', () => controller.abort(), { once: true });
    return work;
  });
}
