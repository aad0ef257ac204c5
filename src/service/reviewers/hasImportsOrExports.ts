const exchanged = /^[ \t]*(?:import|export)\b|\brequire[ \t]*\(|\bexports\b/m;

/** Whether a script takes something from another one or gives it something, other than by global names. */
export function hasImportsOrExports(text: string): boolean {
  return exchanged.test(text);
}
