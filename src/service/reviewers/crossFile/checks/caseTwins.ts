import type { CrossFileFinding, TreeChange } from '../check.ts';

/** New files whose paths differ from others in the case of letters alone: most disks of Windows and macOS hold one of them. */
export function caseTwins<Facts>({ base, head, changed }: TreeChange<Facts>): CrossFileFinding[] {
  const isNew = (path: string): boolean => changed.has(path) && !base.has(path);
  if (!head.paths.some(isNew)) return [];
  const alike = Map.groupBy(head.paths, path => path.toLowerCase());
  return [...alike.values()].flatMap(([first, ...others]): CrossFileFinding[] => {
    const twins = first === undefined || others.length === 0 ? [] : [first, ...others];
    const added = twins.find(isNew);
    const other = twins.find(each => each !== added);
    if (added === undefined || other === undefined) return [];
    return [
      {
        rule: 'cross-file/case-twin',
        severity: 'medium',
        category: 'bug',
        title: `\`${quotable(added)}\` and \`${quotable(other)}\` differ in the case of letters alone`,
        body: 'Where a disk does not tell them apart, as on most of Windows and macOS, git checks out one of them in place of the other. Rename the file.',
        at: { path: added, line: 1, column: 1, endColumn: 1 },
        related: [{ path: other, line: 1, column: 1, endColumn: 1, message: 'This is the other file.' }],
      },
    ];
  });
}

function quotable(path: string): string {
  return path.replace(/[`\s]+/g, ' ');
}
