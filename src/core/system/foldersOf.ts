/** The folders that a file of a repository is in, the innermost first and `.`, the repository itself, last. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end));
  return [...folders, '.'];
}
