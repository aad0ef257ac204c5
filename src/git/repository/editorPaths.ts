import fs from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EditorPaths } from '../../core/system/editorPaths.ts';

const walked = promisify(fs.realpath);

/** The paths of this machine. */
export const editorPaths = new EditorPaths(path, async place => {
  try {
    // The native function returns names as they are on disk, but some drivers do not support it.
    return await realpath(place);
  } catch {
    return walked(place);
  }
});

/** The real path at once, as `editorPaths.identityOf` has it; undefined if the path does not exist. */
export function identityNow(place: string): string | undefined {
  try {
    return editorPaths.normalized(realpathNow(place));
  } catch {
    return undefined;
  }
}

function realpathNow(place: string): string {
  try {
    return fs.realpathSync.native(place);
  } catch {
    return fs.realpathSync(place);
  }
}
