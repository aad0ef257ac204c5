/**
 * Arguments for a diff of two commits that detects renames and runs no program of the repository.
 * @param filter the kinds of changes, as `--diff-filter` takes them
 */
export function diffArguments(filter: string): string[] {
  const quiet = ['--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];
  // Not `diff`, which may read the working tree and so needs to know what the configuration names.
  return ['diff-tree', '-r', ...quiet, '-M', `--diff-filter=${filter}`];
}
