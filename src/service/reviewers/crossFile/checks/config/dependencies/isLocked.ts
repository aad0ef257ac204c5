import type { Lock, Requirement } from './dependencyFacts.ts';
import { isInRange, type RangeDialect } from './versionRange.ts';
import { anyFolder } from './yarnLock.ts';

/**
 * Whether a lock file has what a manifest asks for; undefined if that cannot be told.
 * @param folder the manifest's, relative to the lock file's; `.` for the same
 */
export type IsLocked = (requirement: Requirement, lock: Lock, folder: string) => boolean | undefined;

/** For npm, a version in the range is enough: what was asked for may be written otherwise. */
export const isInPackageLock: IsLocked = ({ name, range }, { asked = {}, versions = {} }, folder) => {
  if (!isOfRegistry(range)) return undefined;
  const here = own(asked, folder);
  if (here === undefined && (folder !== '.' || Object.keys(asked).length > 0)) return undefined;
  if (here !== undefined && own(here, name) === range) return true;
  const [version, ...others] = own(versions, `${folder}:${name}`) ?? own(versions, name) ?? ['none'];
  if (version === 'none') return false;
  return version === undefined || others.length > 0 ? undefined : isInRange(version, range, 'npm');
};

/** For pnpm and Yarn, what was asked for must be written alike. */
export const isAskedAlike: IsLocked = ({ name, range }, { asked = {} }, folder) => {
  if (!isOfRegistry(range) && !/^(?:catalog|workspace):/.test(range)) return undefined;
  const anywhere = own(asked, anyFolder);
  if (anywhere !== undefined) return range.includes(':') ? undefined : own(anywhere, `${name}@${range}`) !== undefined;
  const here = own(asked, folder);
  return here === undefined ? undefined : own(here, name) === range;
};

/** For Bun, so must it; what another package of the workspace asks for alike may be installed all the same. */
export const isAskedInWorkspace: IsLocked = (requirement, lock, folder) => {
  const isHere = isAskedAlike(requirement, lock, folder);
  const isElsewhere = Object.values(lock.asked ?? {}).some(asked => own(asked, requirement.name) === requirement.range);
  return isHere === false && isElsewhere ? undefined : isHere;
};

/** For lock files that list packages and their versions. @param nameOf a name as it is compared */
export function isInVersions(dialect: RangeDialect, nameOf: (name: string) => string): IsLocked {
  return ({ name, range }, { versions = {} }) => {
    const known = own(versions, nameOf(name));
    if (known === undefined) return false;
    if (range === '' || known.length === 0) return true;
    const answers = known.map(version => isInRange(version, range, dialect));
    return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
  };
}

/** For `go.sum`, which has the hash of each version that `go.mod` names. */
export const isInSum: IsLocked = ({ name, range }, { versions = {} }) => own(versions, name)?.includes(range) === true;

/** What an object itself has: names of packages may be those of its prototype. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isOfRegistry(range: string): boolean {
  return !/[:/]/.test(range);
}
