import { readBunPackages, readPackageLock } from '../../config/dependencies/npmFiles.ts';
import type { LockFacts } from '../facts.ts';

/** The packages that a lock file of npm, Yarn or Bun installs beside each other; undefined if it cannot be read. */
export function extractLock(path: string, text: string): LockFacts | undefined {
  const names = namesIn(path, text);
  return names.length === 0 ? undefined : { kind: 'lock', installed: [...new Set(names)] };
}

function namesIn(path: string, text: string): string[] {
  if (path.endsWith('yarn.lock'))
    return [...text.matchAll(/^"?((?:@[^/\s"]+\/)?[^@\s"#]+)@/gm)].map(([, name = '']) => name);
  if (path.endsWith('bun.lock')) return readBunPackages(text);
  // Those of a folder have its name before a colon.
  return Object.keys(readPackageLock(text)?.versions ?? {}).filter(name => !name.includes(':'));
}
