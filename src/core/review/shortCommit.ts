/** Returns the digits of a commit's hash that stand for it, and for a branch while none is checked out. */
export function shortCommit(hash: string): string {
  return hash.slice(0, 8);
}
