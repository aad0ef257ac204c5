/** Goes before the unit tests, so that no key is left in what they do. */
import { rm } from 'node:fs/promises';
import { endRun } from '../afterRun.ts';
import { KeyWatch } from './keyWatch.ts';
import { endOnSignal } from '../parts.ts';
import { temporaryFolderOfRun } from '../temporaryFolder.ts';

endOnSignal();
const folder = temporaryFolderOfRun('unit');
const watch = KeyWatch.start();

export const mochaHooks = watch.hooks();

/** Runs once, after the last test. */
export async function mochaGlobalTeardown(): Promise<void> {
  endRun();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  watch.assertNone();
}
