/** Prints a figure beside what was promised; a promise that is not kept ends the process with an error. */
export function row(what: string, figure: string, promise: string, kept: boolean): void {
  console.log(`${kept ? 'kept  ' : 'BROKEN'} ${what.padEnd(58)} ${figure.padEnd(34)} promised: ${promise}`);
  if (!kept) process.exitCode = 1;
}
