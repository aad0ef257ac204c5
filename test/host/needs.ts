/** What a test needs of the system, and why it is left out where that is missing. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const isWindows = process.platform === 'win32';

/** The reason for which the system lacks something; undefined where it has it. */
const missing = {
  'POSIX signals': () => (isWindows ? 'Windows ends a process at any signal' : undefined),
  'mode bits': () => (isWindows ? 'Windows keeps no mode of a file' : undefined),
  'symbolic links': () => (canLink() ? undefined : 'symbolic links need developer mode on Windows'),
  'moving open files': () => (isWindows ? 'Windows moves no file that is open' : undefined),
  'any file name': () => (isWindows ? 'Windows keeps some characters and names to itself' : undefined),
  'named pipes in folders': () => (isWindows ? 'the named pipes of Windows are in no folder' : undefined),
  'a POSIX shell': () => (isWindows ? 'Windows has no /bin/sh' : undefined),
  'bind mounts': () => (canMount() ? undefined : 'only root on Linux may mount a folder at another one'),
  '/proc': () => (process.platform === 'linux' ? undefined : 'only Linux shows processes as files'),
  'git 2.36': () => (knowsCommands() ? undefined : 'cat-file knows no --batch-command before git 2.36'),
  'util-linux': () => (process.platform === 'linux' ? undefined : 'the program `script` differs elsewhere'),
} as const satisfies Readonly<Record<string, () => string | undefined>>;

/**
 * Leaves out the test or suite that runs where the system lacks what it needs. Its name then tells the reason, so that
 * it is printed and counted with the tests that were left out.
 */
export function needs(context: Mocha.Context, what: keyof typeof missing): void {
  const reason = missing[what]();
  if (reason === undefined) return;
  const { test } = context;
  // A hook that leaves out takes all the tests of its suite with it.
  const isHook = test !== undefined && 'type' in test && test.type === 'hook';
  for (const each of isHook ? (test.parent?.tests ?? []) : [test]) {
    if (each !== undefined) each.title += ` (left out: ${reason})`;
  }
  context.skip();
}

function knowsCommands(): boolean {
  const version = execFileSync('git', ['version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  return major > 2 || minor >= 36;
}

let mounts: boolean | undefined;

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return (mounts ??= triesToMount());
}

function triesToMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'code-review-mount-'));
  try {
    execFileSync('mount', ['--bind', folder, folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let linked: boolean | undefined;

function canLink(): boolean {
  if (!isWindows) return true;
  return (linked ??= triesToLink());
}

function triesToLink(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'code-review-link-'));
  try {
    symlinkSync('nowhere', path.join(folder, 'link'));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
