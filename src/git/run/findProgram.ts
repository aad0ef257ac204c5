import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** A program that can be started without a shell, or a reason why there is none. */
export type Program = { readonly file: string; readonly env: NodeJS.ProcessEnv } | { readonly missing: string };

/** The parts of the system that determine which file a program's name means. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Whether an absolute path is an executable file. */
  readonly isExecutable: (file: string) => boolean;
}

/** This machine. */
export function thisSystem(env: NodeJS.ProcessEnv): System {
  return { platform: process.platform, env, isExecutable };
}

/**
 * Finds the program of a command in `folder`: a relative path, else a program installed in the project, else one on the
 * `PATH`. `node` is always found, if need be as the running one.
 */
export function findProgram(name: string, folder: string, env: NodeJS.ProcessEnv): Program {
  const system = thisSystem(env);
  const folders = /[\\/]/.test(name) ? [folder] : [...installedIn(folder), ...pathFolders(system)];
  const [file] = programsIn(folders, name, system);
  if (file !== undefined) return { file, env };
  if (name === 'node') return { file: process.execPath, env: { ...env, ELECTRON_RUN_AS_NODE: '1' } };
  // npm's launchers on Windows are .cmd files, which only a shell can run.
  const isScript = system.platform === 'win32' && folders.some(each => isFile(path.resolve(each, `${name}.cmd`)));
  return {
    missing: isScript
      ? `${name} is a .cmd file, which only a shell could run; name the program, as in ["node", "node_modules/…"]`
      : `${name} was not found`,
  };
}

/** Absolute paths of all programs with a name on the `PATH`, in order. */
export function programsOnPath(name: string, system: System): string[] {
  return programsIn(pathFolders(system), name, system);
}

/** Whether a path is fully qualified: on Windows, with a drive or share. */
export function isAbsolute(file: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(file) : path.posix.isAbsolute(file);
}

/** The absolute folders of the `PATH`; relative ones would depend on the working directory. */
function pathFolders({ platform, env }: System): string[] {
  // Windows spells it `Path` and allows quoted names.
  const value = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const folders = platform === 'win32' ? value.split(';').map(each => each.replaceAll('"', '')) : value.split(':');
  return folders.filter(each => isAbsolute(each, platform));
}

function programsIn(folders: readonly string[], name: string, system: System): string[] {
  const paths = system.platform === 'win32' ? path.win32 : path.posix;
  const names = endingsOf(name, system).map(ending => `${name}${ending}`);
  return folders.flatMap(folder => names.map(each => paths.resolve(folder, each))).filter(system.isExecutable);
}

/** The possible extensions of a name: on Windows those of PATHEXT that need no shell. */
function endingsOf(name: string, { platform, env }: System): string[] {
  if (platform !== 'win32') return [''];
  if (/\.(?:exe|com)$/i.test(name)) return [''];
  const listed = Object.entries(env).find(([variable]) => variable.toUpperCase() === 'PATHEXT')?.[1] ?? '.COM;.EXE';
  return listed.split(';').filter(ending => /^\.(?:exe|com)$/i.test(ending));
}

function installedIn(folder: string): string[] {
  const scripts = process.platform === 'win32' ? 'Scripts' : 'bin';
  return ['node_modules/.bin', `.venv/${scripts}`, `venv/${scripts}`].map(each => path.join(folder, each));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return isFile(file);
  } catch {
    return false;
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
