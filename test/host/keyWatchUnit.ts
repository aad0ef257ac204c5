/** Goes before the unit tests, so that no key is left in what they do: once a worker, and once in the process that starts them. */
import { rm } from 'node:fs/promises';
import { endFile, endRun } from './afterFile.ts';
import { KeyWatch } from './keyWatch.ts';
import { temporaryFolderOfRun } from './temporaryFolder.ts';

const folder = temporaryFolderOfRun('unit');
const watch = KeyWatch.start();

const { beforeEach, afterAll } = watch.hooks();
export const mochaHooks = { beforeEach, afterAll: [endFile, afterAll] };

/** Runs once, after the last test. */
export async function mochaGlobalTeardown(): Promise<void> {
  endRun();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  watch.assertNone();
}
