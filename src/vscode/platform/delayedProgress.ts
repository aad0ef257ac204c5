import { setTimeout as delay } from 'node:timers/promises';
import { withProgress } from './progress.ts';

const patience = 500;

/**
 * Like `withProgress`, but shows the notification only after half a second: a notification outlives its task for a
 * moment, so those of several short tasks would pile up.
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
