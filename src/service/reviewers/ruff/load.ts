import ruff from '@astral-sh/ruff-wasm-nodejs';
import type { RuffDiagnostic } from './diagnostic.ts';
import { selection } from './selection.ts';

/**
 * Reads Python and says what it finds, columns counted in UTF-16 units. An entry of a bundle of its own: it brings 10 MB
 * of WebAssembly, which only reviews with Python in them need.
 */
export function loadRuff(): (text: string) => readonly RuffDiagnostic[] {
  const { Workspace, PositionEncoding } = ruff;
  const workspace = new Workspace({ lint: { select: selection }, 'target-version': 'py313' }, PositionEncoding.Utf16);
  return text => workspace.check(text) as RuffDiagnostic[];
}
