import { closeSync, mkdirSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface System {
  readonly platform: NodeJS.Platform;
  /** Absolute path of the user's temporary folder. */
  readonly temporary: string;
}

const here = (): System => ({ platform: process.platform, temporary: tmpdir() });

/**
 * The path of an empty file, for git settings that take a path. Git for Windows resolved `/dev/null` below its own
 * folder until 2.41, so there it is a real file, recreated if it was deleted.
 */
export function nullFile({ platform, temporary }: System = here()): string {
  if (platform !== 'win32') return '/dev/null';
  const folder = path.join(temporary, 'code-review');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'empty');
  closeSync(openSync(file, 'w'));
  return file.replaceAll('\\', '/');
}

/** The path of a folder that does not exist and cannot be created, since its parent is a file. */
export function nullFolder(system: System = here()): string {
  return `${nullFile(system)}/none`;
}
