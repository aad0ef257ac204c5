const ends = new Set<() => void>();
process.once('exit', endRun);

/** Has something ended that the tests of several files use: after the last test of this process. */
export function afterRun(end: () => void): void {
  ends.add(end);
}

/** What `afterRun` was told of, ended. */
export function endRun(): void {
  for (const end of ends) end();
  ends.clear();
}
