const exchanged = /^[ \t]*(?:import|export)\b|\brequire[ \t]*\(|\bexports\b/m;

/** Whether a script has imports or exports, of ES modules or CommonJS. */
export function hasImportsOrExports(text: string): boolean {
  return exchanged.test(text);
}
