/** The ids of a process and its descendants. @param parentOf parent id by process id */
export function findDescendants(pid: number, parentOf: ReadonlyMap<number, number>): number[] {
  const tree = new Set([pid]);
  // Iterating over a set also visits elements added meanwhile.
  for (const parent of tree) for (const [child, of] of parentOf) if (of === parent) tree.add(child);
  tree.delete(pid);
  return [...tree];
}
