import { readPackageLock } from '../../config/dependencies/npmFiles.ts';
import type { LockFacts } from '../facts.ts';

/** The packages that a lock file of npm or Yarn installs beside each other; undefined if it cannot be read. */
export function extractLock(path: string, text: string): LockFacts | undefined {
  const names = path.endsWith('yarn.lock')
    ? [...text.matchAll(/^"?((?:@[^/\s"]+\/)?[^@\s"#]+)@/gm)].map(([, name = '']) => name)
    : // Those of a folder have its name before a colon.
      Object.keys(readPackageLock(text)?.versions ?? {}).filter(name => !name.includes(':'));
  return names.length === 0 ? undefined : { kind: 'lock', installed: [...new Set(names)] };
}
