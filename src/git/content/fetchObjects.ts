/**
 * The command that gets objects and leaves no other trace: without `--refmap=`, refs that the configuration maps to what
 * is fetched would be moved too, branches among them. A remote and full names of commits or refs follow.
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
