/**
 * Arguments of a diff of two commits in which renamed files are known again and no program of the repository runs.
 * @param filter the kinds of changes, as `--diff-filter` takes them
 */
export function commitDiff(filter: string): string[] {
  const quiet = ['--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];
  return ['diff', ...quiet, '-M', `--diff-filter=${filter}`];
}

/** The same, as a patch that holds nothing but changed lines, which blank lines are not. */
export function commitPatch(filter: string): string[] {
  return [...commitDiff(filter), '-U0', '--src-prefix=a/', '--dst-prefix=b/', '--ignore-blank-lines'];
}
