import ts from 'typescript';

/** JSON with comments, as the TypeScript compiler reads it. Of what is nested too deeply for it, nothing is known. */
export function parseJsonc(text: string): { readonly config?: unknown; readonly error?: ts.Diagnostic } {
  try {
    return ts.parseConfigFileTextToJson('settings.json', text);
  } catch {
    return {};
  }
}
