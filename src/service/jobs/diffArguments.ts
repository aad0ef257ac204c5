/**
 * Arguments of a diff of two commits in which renamed files are known again and no program of the repository runs.
 * @param filter the kinds of changes, as `--diff-filter` takes them
 */
export function commitDiff(filter: string): string[] {
  const quiet = ['--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];
  return ['diff', ...quiet, '-M', `--diff-filter=${filter}`];
}
