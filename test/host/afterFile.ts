const ends = new Set<() => void>();

/** Has something ended after the last test of the file that runs now. */
export function afterFile(end: () => void): void {
  ends.add(end);
}

/** What `afterFile` was told of, ended. */
export function endFile(): void {
  for (const end of ends) end();
  ends.clear();
}
