import type { DiffFile, DiffModel } from '../../engine/diff/diffFile.ts';
import type { ReviewerFinding } from '../../engine/reviewer.ts';
import { ToolDiagnosticReader, type ToolDiagnostic, type ToolOutput } from './formats/toolDiagnostic.ts';
import { lastLineOf } from './formats/textPositions.ts';
import { linesIn } from './newDiagnostics.ts';

/** Most files beyond the changed ones in which findings are shown. */
const mostFiles = 50;

const explanation =
  'The line itself is as it was, and had no such error before: what the change does elsewhere causes this.';

/** Findings at lines that the change leaves as they are, and sentences about what was left out. */
interface Elsewhere {
  readonly findings: readonly ReviewerFinding[];
  readonly leftOut: readonly string[];
}

/** Converts what a tool newly finds at lines that the change leaves as they are. */
export function findingsElsewhere(
  tool: string,
  outputs: readonly ToolOutput[],
  folder: string,
  { files, leftOut: excluded = [], unreviewed }: DiffModel,
): Elsewhere {
  const linesOf = linesIn(folder);
  const elsewhere = outputs.map(output => ({
    ...output,
    diagnostics: output.diagnostics.filter(each => isElsewhere(each, files)),
  }));
  const names = new Set(elsewhere.flatMap(({ diagnostics }) => diagnostics.flatMap(each => each.path ?? [])));
  // A file that was changed and not read is named as such.
  for (const { path } of [...files, ...excluded, ...unreviewed]) names.delete(path);
  const shown = [...names].slice(0, mostFiles);
  const reader = new ToolDiagnosticReader(tool, [...files, ...shown.flatMap(name => fileFrom(name, linesOf(name)))]);
  const findings = elsewhere
    .flatMap(output => reader.findings(output))
    .map(finding => ({
      ...finding,
      body: `${finding.body}\n\n${explanation}`,
      fix: undefined,
      isConsequence: true as const,
    }));
  const more = names.size - shown.length;
  const leftOut = more > 0 ? [`what it finds in ${more} more ${more === 1 ? 'file' : 'files'} is left out`] : [];
  return { findings, leftOut: [...leftOut, ...reader.cuts] };
}

/** Whether all its lines are as they were. */
export function isElsewhere({ path: name, place, suppression }: ToolDiagnostic, files: readonly DiffFile[]): boolean {
  if (name === undefined || place === undefined || suppression !== undefined) return false;
  const file = files.find(({ path }) => path === name);
  if (file === undefined) return true;
  const end = lastLineOf(file.lines);
  const last = Math.min(place.endLine ?? place.startLine, end);
  for (let line = Math.min(place.startLine, end); line <= last; line++) if (file.added.has(line)) return false;
  return true;
}

function fileFrom(name: string, lines: readonly string[]): DiffFile[] {
  return lines.length === 0 ? [] : [{ path: name, text: lines.join('\n'), lines, added: new Set(), baseBlob: '' }];
}
