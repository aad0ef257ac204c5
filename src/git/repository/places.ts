import fs from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Places } from '../../core/system/places.ts';

const walked = promisify(fs.realpath);

/** The places of this machine. */
export const places = new Places(path, async place => {
  try {
    // The system's own knows names as the disk has them, but not every driver of a drive answers it.
    return await realpath(place);
  } catch {
    return walked(place);
  }
});
