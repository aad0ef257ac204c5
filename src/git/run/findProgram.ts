import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** A program that can be started without a shell, or why there is none. */
export type Program = { readonly file: string; readonly env: NodeJS.ProcessEnv } | { readonly missing: string };

/** What decides which file a name stands for. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Whether there is a file at an absolute path that the system would run. */
  readonly isExecutable: (file: string) => boolean;
}

/** This machine. */
export function thisSystem(env: NodeJS.ProcessEnv): System {
  return { platform: process.platform, env, isExecutable };
}

/**
 * Finds what the first word of a command means in `folder`: a path from there, else a program that the project
 * installed, else one on the path. `node` is there even where none is installed: the one that runs this.
 */
export function findProgram(name: string, folder: string, env: NodeJS.ProcessEnv): Program {
  const system = thisSystem(env);
  const folders = /[\\/]/.test(name) ? [folder] : [...installedIn(folder), ...pathFolders(system)];
  const [file] = programsIn(folders, name, system);
  if (file !== undefined) return { file, env };
  if (name === 'node') return { file: process.execPath, env: { ...env, ELECTRON_RUN_AS_NODE: '1' } };
  // npm's own starters are such files there, and only a shell can run them.
  const isScript = system.platform === 'win32' && folders.some(each => isFile(path.resolve(each, `${name}.cmd`)));
  return {
    missing: isScript
      ? `${name} is a .cmd file, which only a shell could run; name the program, as in ["node", "node_modules/…"]`
      : `${name} was not found`,
  };
}

/** Absolute paths of the programs of that name on the path, the first one first. */
export function programsOnPath(name: string, system: System): string[] {
  return programsIn(pathFolders(system), name, system);
}

/** Whether a path is the same wherever it is read from: on Windows, one without a drive or share is not. */
export function isAbsolute(file: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/i.test(file) : path.posix.isAbsolute(file);
}

/** The folders of the path; one that is not absolute would be another in each folder that a program is run in. */
function pathFolders({ platform, env }: System): string[] {
  // Windows writes `Path`, and takes names in quotes.
  const value = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const folders = platform === 'win32' ? value.split(';').map(each => each.replaceAll('"', '')) : value.split(':');
  return folders.filter(each => isAbsolute(each, platform));
}

function programsIn(folders: readonly string[], name: string, system: System): string[] {
  const paths = system.platform === 'win32' ? path.win32 : path.posix;
  const names = endingsOf(name, system).map(ending => `${name}${ending}`);
  return folders.flatMap(folder => names.map(each => paths.resolve(folder, each))).filter(system.isExecutable);
}

/** What may follow a name: on Windows the endings of PATHEXT that need no shell. */
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
