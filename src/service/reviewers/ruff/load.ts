import ruff from '@astral-sh/ruff-wasm-nodejs';
import type { RuffDiagnostic } from './diagnostic.ts';
import { ruffRules } from './selection.ts';
import { nameOfStar, starImport } from './starImports.ts';

/**
 * Loads Ruff, and returns a function that checks Python code, with columns in UTF-16 code units. Bundled separately: only
 * reviews with Python need its 10 MB of WebAssembly.
 */
export function loadRuff(): (text: string) => readonly RuffDiagnostic[] {
  const { Workspace, PositionEncoding } = ruff;
  const workspace = new Workspace(
    { lint: { select: [...Object.keys(ruffRules), starImport, nameOfStar] }, 'target-version': 'py313' },
    PositionEncoding.Utf16,
  );
  return text => workspace.check(text) as RuffDiagnostic[];
}
