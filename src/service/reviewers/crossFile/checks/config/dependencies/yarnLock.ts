import type { Lock } from './dependencyFacts.ts';

/** Stands for all folders, where a lock file does not tell who asks. Its names are `name@range`. */
export const anyFolder = '*';

/**
 * Reads `yarn.lock`. Yarn 1 lists the ranges that any package asks for; later versions also list what each package of the
 * repository asks for.
 */
export function readYarnLock(text: string): Lock {
  const ranges = new Map<string, string>();
  const asked = new Map<string, Map<string, string>>();
  let current: Map<string, string> | undefined;
  let isListing = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^[^\s#].*:$/.test(line)) {
      const keys = line.slice(0, -1).replace(/"/g, '').split(', ');
      for (const key of keys) ranges.set(key, '');
      const folder = keys.map(key => /@workspace:([\w.@/-]+)$/.exec(key)?.[1]).find(each => each !== undefined);
      current = folder === undefined ? undefined : new Map();
      if (folder !== undefined && current !== undefined) asked.set(folder, current);
      isListing = false;
    } else if (/^ {2}\S/.test(line)) isListing = line === '  dependencies:';
    else if (isListing && current !== undefined) {
      const [, name, range] = /^ {4}"?([^\s":]+)"?: "?([^"]*)"?$/.exec(line) ?? [];
      if (name !== undefined && range !== undefined) current.set(name, range.replace(/^npm:/, ''));
    }
  }
  if (asked.size === 0) return { asked: { [anyFolder]: Object.fromEntries(ranges) } };
  return { asked: Object.fromEntries([...asked].map(([folder, each]) => [folder, Object.fromEntries(each)])) };
}
