import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes the folder below which this process and all that it starts put their temporary files from now on. */
export function temporaryFolderOfRun(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `code-review-${name}-`));
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder, TMP: folder });
  return folder;
}
