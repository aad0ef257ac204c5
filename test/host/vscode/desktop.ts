import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Development } from './serverProcess.ts';

/** A window of a desktop VS Code with a profile of its own; `exit` settles when it is closed. */
export interface DesktopWindow {
  readonly exit: Promise<void>;
  dispose(): Promise<void>;
}

/** Opens `folder` in the VS Code whose executable is given, with an extension in development. */
export async function openDesktop(
  executable: string,
  folder: string,
  development: Development,
  onLog: (line: string) => void,
): Promise<DesktopWindow> {
  const profile = await mkdtemp(path.join(tmpdir(), 'code-review-desktop-'));
  const child = spawn(
    executable,
    [
      folder,
      `--user-data-dir=${path.join(profile, 'data')}`,
      `--extensions-dir=${path.join(profile, 'extensions')}`,
      '--disable-workspace-trust',
      '--skip-welcome',
      `--extensionDevelopmentPath=${development.extension}`,
      `--extensionTestsPath=${development.testsModule}`,
    ],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, CODE_REVIEW_HOME: path.join(profile, 'code-review') },
    },
  );
  createInterface(child.stdout).on('line', onLog);
  const exit = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  exit.catch(() => undefined);
  return {
    exit,
    dispose: async () => {
      child.kill('SIGINT');
      await exit.catch(() => undefined);
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
