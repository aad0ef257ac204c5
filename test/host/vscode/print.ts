/** Set by who runs the extension host to tell our lines from the noise of the workbench; absent in a desktop VS Code. */
export const markVariable = 'PRINT_MARK';

/** Prints a line from within the extension host to the terminal of the run. */
export function print(line: string): void {
  console.log(`${process.env[markVariable] ?? ''}${line}`);
}
