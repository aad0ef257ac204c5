import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../host/cache.ts';

/** Bytes of what activation loads and of the package. */
export async function measureSizes(): Promise<{ readonly extension: number; readonly vsix: number }> {
  await promisify(execFile)('npm', ['run', '--silent', 'package'], { cwd: root });
  const size = async (file: string): Promise<number> => (await stat(path.join(root, 'dist', file))).size;
  return { extension: await size('extension.js'), vsix: await size('code-review.vsix') };
}
