import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { lineStarts } from '../../../engine/diff/textPosition.ts';
import type { RuffDiagnostic } from '../diagnostic.ts';

const call = /(?<![\w.])__import__\((["'])([\w.]+)\1\)\.(\w+)\([^()\n]*\)/g;
const debuggers = /^(?:i?pdb|pudb|wdb|bdb)\.s?set_trace$/;

/** Calls of debuggers that are imported where they are called, which Ruff does not know: as diagnostics of its `T100`. */
export function importedDebuggers(text: string): RuffDiagnostic[] {
  if (!text.includes('__import__')) return [];
  const [code, starts] = [codeOnly(text), lineStarts(text)];
  return [...text.matchAll(call)].flatMap(({ 0: found, 2: module = '', 3: member = '', index }): RuffDiagnostic[] => {
    const row = starts.findLastIndex(start => start <= index) + 1;
    const line = text.slice(starts[row - 1], starts[row]);
    const name = `${module}.${member}`;
    if (!debuggers.test(name) || !code.startsWith('__import__', index) || /#.*\bnoqa\b/.test(line)) return [];
    const column = index - (starts[row - 1] ?? 0) + 1;
    return [
      {
        code: 'T100',
        message: `Trace found: \`${name}\` used`,
        start_location: { row, column },
        end_location: { row, column: column + found.length },
        fix: null,
      },
    ];
  });
}
