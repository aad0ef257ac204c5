import { closeSync, mkdirSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface System {
  readonly platform: NodeJS.Platform;
  /** Absolute path of the user's own folder for temporary files. */
  readonly temporary: string;
}

const here = (): System => ({ platform: process.platform, temporary: tmpdir() });

/**
 * An empty file, for settings of git that take a path. Git for Windows took `/dev/null` for a path below its own folder
 * until 2.41, so that there it is a file of ours, made again where it was cleaned up.
 */
export function nullFile({ platform, temporary }: System = here()): string {
  if (platform !== 'win32') return '/dev/null';
  const folder = path.join(temporary, 'code-review');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'empty');
  closeSync(openSync(file, 'w'));
  return file.replaceAll('\\', '/');
}

/** A folder that is not there and that no program can make, since its parent is a file. */
export function nullFolder(system: System = here()): string {
  return `${nullFile(system)}/none`;
}
