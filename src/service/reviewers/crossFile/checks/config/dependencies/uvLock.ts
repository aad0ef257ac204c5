import { parse } from 'smol-toml';
import { asList, asObject, type Lock } from './dependencyFacts.ts';
import { isInVersions, own, type IsLocked } from './isLocked.ts';
import { pythonName, readPackageTables } from './pythonFiles.ts';

/** Between the ranges of one name, which markers tell apart. */
const between = '\n';

/** Reads `uv.lock`, which also has what each project of its workspace asked for when it was written. */
export function readUvLock(text: string): Lock {
  const asked: Record<string, Record<string, string>> = {};
  for (const entry of asList(asObject(parse(text))['package'])) {
    const { source, metadata } = asObject(entry);
    const { editable, virtual, directory } = asObject(source);
    const folder = [editable, virtual, directory].find(each => typeof each === 'string');
    if (folder === undefined) continue;
    const { 'requires-dist': ofAll, 'requires-dev': ofGroups } = asObject(metadata);
    const ranges: Record<string, string> = {};
    for (const each of [ofAll, ...Object.values(asObject(ofGroups))].flatMap(asList)) {
      const { name, specifier } = asObject(each);
      if (typeof name !== 'string') continue;
      const range = typeof specifier === 'string' ? specifier : '';
      ranges[name] = Object.hasOwn(ranges, name) ? [ranges[name], range].join(between) : range;
    }
    asked[folder] = ranges;
  }
  return { ...readPackageTables(text), ...(Object.keys(asked).length > 0 && { asked }) };
}

const isInstalled = isInVersions('python', pythonName);

/**
 * What was asked for alike is locked, also where no version is: no Python that the project allows may need it. A project
 * that the lock file does not know has one of its own, or none.
 */
export const isUvLocked: IsLocked = (requirement, lock, folder) => {
  const { name, range, isOfPoetry } = requirement;
  if (isOfPoetry === true) return undefined;
  const here = lock.asked && own(lock.asked, folder);
  if (lock.asked !== undefined && here === undefined) return undefined;
  const ranges = here && own(here, pythonName(name))?.split(between).map(inOrder);
  return ranges?.includes(inOrder(range)) === true || isInstalled(requirement, lock, folder);
};

/** `>=0.27, <1` and `<1,>=0.27` alike. */
function inOrder(range: string): string {
  return range.replaceAll(/\s+/g, '').split(',').sort().join();
}
