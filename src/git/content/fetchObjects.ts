/**
 * Arguments of a `git fetch` that gets objects and changes nothing else: without `--refmap=`, it would also update the
 * refs that the configuration maps. A remote and full names of commits or refs follow.
 */
export const fetchObjects = [
  'fetch',
  '--quiet',
  '--no-tags',
  '--refmap=',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
  '--',
] as const;
