import type { ToolDiagnostic, ToolOutput } from '../toolDiagnostic.ts';

const mostDiagnostics = 20_000;

/** The lines of what a compiler wrote. */
export function textLines(text: string): string[] {
  return text.split(/\r?\n/, mostDiagnostics * 4);
}

/** The output of a compiler that writes text. */
export function textOutput(
  diagnostics: readonly ToolDiagnostic[],
  errors: readonly string[],
  unit: ToolOutput['unit'],
): ToolOutput {
  const cut = diagnostics.length > mostDiagnostics ? [`only its first ${mostDiagnostics} diagnostics were read`] : [];
  return {
    diagnostics: diagnostics.slice(0, mostDiagnostics),
    unit,
    results: diagnostics.length + errors.length,
    warnings: [],
    errors: [...errors, ...cut],
  };
}
