import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The checkout's top folder. */
export const root = path.resolve(import.meta.dirname, '../..');

/** What runs need and git ignores: downloads, bundles of the tests, screenshots, counts. */
export const cacheFolder = path.join(root, '.vscode-test');

/**
 * The path of `.vscode-test/<name>`, made once by `fill` and complete whenever it exists. Processes that ask at the same
 * time wait for the one that makes it.
 * @param fill fills the empty folder it is given, which is thrown away if it fails
 */
export async function cached(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const target = path.join(cacheFolder, name);
  if (existsSync(target)) return target;
  await mkdir(cacheFolder, { recursive: true });
  const release = await lock(`${target}.lock`);
  try {
    if (existsSync(target)) return target;
    const partial = `${target}.partial`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial);
    await fill(partial);
    await rename(partial, target);
    return target;
  } finally {
    await release();
  }
}

/** Takes the lock `folder`, waiting while a living process holds it; resolves to the function that gives it back. */
async function lock(folder: string): Promise<() => Promise<void>> {
  const owner = path.join(folder, 'pid');
  for (;;) {
    try {
      await mkdir(folder);
      await writeFile(owner, String(process.pid));
      return () => rm(folder, { recursive: true, force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    // The id is missing for the moment between the folder and its file, so only an id can tell that the owner died.
    const pid = Number(await readFile(owner, 'utf8').catch(() => ''));
    if (pid > 0 && !isAlive(pid)) await rm(folder, { recursive: true, force: true });
    else await delay(200);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
