import type { CrossFileFinding, Place, TreeChange } from '../check.ts';

/** New files whose paths differ from others in the case of letters alone: most disks of Windows and macOS hold one of them. */
export function caseTwins<Facts>({ base, head, changed }: TreeChange<Facts>): CrossFileFinding[] {
  const isNew = (path: string): boolean => changed.has(path) && !base.has(path);
  if (!head.paths.some(isNew)) return [];
  const alike = Map.groupBy(head.paths, path => path.toLowerCase());
  const pairs = [...alike.values()].flatMap(([first, ...others]): Twins[] => {
    const twins = first === undefined || others.length === 0 ? [] : [first, ...others];
    const added = twins.find(isNew);
    const other = twins.find(each => each !== added);
    return added === undefined || other === undefined ? [] : [{ added, other }];
  });
  return [...Map.groupBy(pairs, each => namesOf(each).join('\n')).values()].map(told);
}

/** A new file, and the one whose path differs in the case of letters. */
interface Twins {
  readonly added: string;
  readonly other: string;
}

/** What differs: the two paths up to the first part of them that is not the same, a folder or the file. */
function namesOf({ added, other }: Twins): readonly [string, string] {
  const [parts, others] = [added.split('/'), other.split('/')];
  const count = parts.findIndex((part, index) => part !== others[index]) + 1;
  return [parts.slice(0, count).join('/'), others.slice(0, count).join('/')];
}

function told(twins: readonly Twins[]): CrossFileFinding {
  const [first, ...more] = twins as [Twins, ...Twins[]];
  const [name, other] = namesOf(first).map(quotable);
  const at = (path: string): Place => ({ path, line: 1, column: 1, endColumn: 1 });
  return {
    rule: 'cross-file/case-twin',
    severity: 'low',
    category: 'bug',
    title: `\`${name}\` and \`${other}\` differ in the case of letters alone: most disks of Windows and macOS hold one of them`,
    body: `Where a disk does not tell them apart, as on most of Windows and macOS, git checks out one of them in place of the other. Rename the ${name === quotable(first.added) ? 'file' : 'folder'}.`,
    at: at(first.added),
    related: [
      { ...at(first.other), message: 'This is the other file.' },
      ...more.flatMap(each => [
        { ...at(each.added), message: 'This file has another one, too.' },
        { ...at(each.other), message: 'This is the other file.' },
      ]),
    ],
  };
}

function quotable(path: string): string {
  return path.replace(/[`\s]+/g, ' ');
}
