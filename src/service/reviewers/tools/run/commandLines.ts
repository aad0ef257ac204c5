/** Longest list of paths for one run, in characters: Windows takes no more than 32,767 for everything. */
const longestList = 24_000;

/**
 * Expands `{files}` in a command, into several command lines if the paths do not fit into one. Each path is an argument
 * of its own that cannot be taken for an option or a response file.
 */
export function commandLines(command: readonly string[], paths: readonly string[]): string[][] {
  if (!command.includes('{files}')) return [[...command]];
  const lists: string[][] = [];
  let length = longestList;
  for (const path of paths.map(asArgument)) {
    length += path.length + 3;
    if (length > longestList) {
      lists.push([]);
      length = path.length + 3;
    }
    lists.at(-1)?.push(path);
  }
  return lists.map(list => command.flatMap(each => (each === '{files}' ? list : [each])));
}

function asArgument(path: string): string {
  return /^[\w.]/.test(path) ? path : `./${path}`;
}
