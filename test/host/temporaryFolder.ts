import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const variable = 'CODE_REVIEW_TEST_FOLDER';

/**
 * The folder below which this process and all that it starts put their temporary files from now on. The workers of a run
 * share the one that their parent has made.
 */
export function temporaryFolderOfRun(name: string): string {
  const folder = process.env[variable] ?? mkdtempSync(path.join(tmpdir(), `code-review-${name}-`));
  Object.assign(process.env, { [variable]: folder, TMPDIR: folder, TEMP: folder, TMP: folder });
  return folder;
}
