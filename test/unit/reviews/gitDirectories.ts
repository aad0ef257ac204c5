import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Makes a git directory as git does, which fills the folder after it has made it. */
export async function makeGitDirectory(directory: string): Promise<void> {
  await mkdir(path.join(directory, 'refs'), { recursive: true });
  // The clock of a file system ticks some hundred times a second.
  for (let turn = 0, is = await stat(directory); is.ctimeMs === is.birthtimeMs; is = await stat(directory))
    await writeFile(path.join(directory, `${turn++}`), '');
}
