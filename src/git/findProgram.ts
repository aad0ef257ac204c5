import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

const isWindows = process.platform === 'win32';

/** A program that can be started without a shell, or why there is none. */
export type Program = { readonly file: string; readonly env: NodeJS.ProcessEnv } | { readonly missing: string };

/**
 * Finds what the first word of a command means in `folder`: a path from there, else a program that the project
 * installed, else one on the path. `node` is there even where none is installed: the one that runs this.
 */
export function findProgram(name: string, folder: string, env: NodeJS.ProcessEnv): Program {
  const hasFolder = /[\\/]/.test(name);
  const folders = hasFolder ? [folder] : [...installedIn(folder), ...(pathOf(env) ?? '').split(path.delimiter)];
  for (const each of folders.filter(Boolean)) {
    const file = startable(path.resolve(folder, each, name));
    if (file !== undefined) return { file, env };
  }
  if (name === 'node') return { file: process.execPath, env: { ...env, ELECTRON_RUN_AS_NODE: '1' } };
  // npm's own starters are such files there, and only a shell can run them.
  const isScript = isWindows && folders.some(each => isFile(path.resolve(folder, each, `${name}.cmd`)));
  return {
    missing: isScript
      ? `${name} is a .cmd file, which only a shell could run; name the program, as in ["node", "node_modules/…"]`
      : `${name} was not found`,
  };
}

function installedIn(folder: string): string[] {
  const scripts = isWindows ? 'Scripts' : 'bin';
  return ['node_modules/.bin', `.venv/${scripts}`, `venv/${scripts}`].map(each => path.join(folder, each));
}

function pathOf(env: NodeJS.ProcessEnv): string | undefined {
  // Windows writes `Path`.
  return Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1];
}

function startable(file: string): string | undefined {
  if (isWindows)
    return ['', '.exe', '.com'].map(ending => file + ending).find(each => /\.(?:exe|com)$/i.test(each) && isFile(each));
  try {
    accessSync(file, constants.X_OK);
    return isFile(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
