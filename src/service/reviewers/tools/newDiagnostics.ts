import { readFileSync } from 'node:fs';
import path from 'node:path';
import { maxFileBytes } from '../../engine/diff/excludedFiles.ts';
import type { DiffFile } from '../../engine/diff/diffFile.ts';
import { ToolDiagnosticReader, type ToolDiagnostic, type ToolOutput } from './formats/toolDiagnostic.ts';
import type { ReviewerFinding } from '../../engine/reviewer.ts';

/** Most files beyond the changed ones in which findings are shown. */
const mostFiles = 50;

const explanation =
  'The line itself is as it was, and had no such error before: what the change does elsewhere causes this.';

/** What a tool found in a folder. */
export interface ToolRun {
  readonly folder: string;
  readonly outputs: readonly ToolOutput[];
}

/** Whether a tool found anything at lines that the change leaves as they are. */
export function findsElsewhere({ outputs }: ToolRun, files: readonly DiffFile[]): boolean {
  return outputs.some(({ diagnostics }) => diagnostics.some(each => isElsewhere(each, files)));
}

/**
 * What a tool finds at lines that the change leaves as they are and did not find at the base, wherever it stands. Equal
 * findings are those of one rule and message at lines of the same text.
 */
export function newFindings(tool: string, head: ToolRun, base: ToolRun, files: readonly DiffFile[]): ReviewerFinding[] {
  const linesAtHead = linesIn(head.folder);
  const linesAtBase = linesIn(base.folder);
  const left = new Map<string, number>();
  for (const each of base.outputs.flatMap(({ diagnostics }) => diagnostics))
    left.set(keyOf(each, linesAtBase), (left.get(keyOf(each, linesAtBase)) ?? 0) + 1);
  const isNew = (diagnostic: ToolDiagnostic): boolean => {
    const key = keyOf(diagnostic, linesAtHead);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  };
  const outputs = head.outputs.map(output => ({
    ...output,
    diagnostics: output.diagnostics.filter(each => isNew(each) && isElsewhere(each, files)),
  }));
  const names = outputs.flatMap(({ diagnostics }) => diagnostics.flatMap(each => each.path ?? []));
  const others = [...new Set(names)].filter(name => !files.some(file => file.path === name)).slice(0, mostFiles);
  const untouched = others.flatMap(name => fileFrom(name, linesAtHead(name)));
  const reader = new ToolDiagnosticReader(tool, [...files, ...untouched]);
  return outputs
    .flatMap(output => reader.findings(output))
    .map(finding => ({
      ...finding,
      body: `${finding.body}\n\n${explanation}`,
      fix: undefined,
      isConsequence: true,
    }));
}

function isElsewhere({ path: name, place, suppression }: ToolDiagnostic, files: readonly DiffFile[]): boolean {
  if (name === undefined || place === undefined || suppression !== undefined) return false;
  return files.find(file => file.path === name)?.added.has(place.startLine) !== true;
}

type LinesOf = (name: string) => readonly string[];

function keyOf({ rule, message, path: name, place }: ToolDiagnostic, linesOf: LinesOf): string {
  const line = name === undefined || place === undefined ? undefined : linesOf(name)[place.startLine - 1];
  return [rule, message, line?.trim()].join('\n');
}

/** Reads each file of a folder once; none that is too large or cannot be read. */
function linesIn(folder: string): LinesOf {
  const known = new Map<string, readonly string[]>();
  return name => {
    const lines = known.get(name) ?? readLines(path.join(folder, name));
    known.set(name, lines);
    return lines;
  };
}

function readLines(file: string): readonly string[] {
  try {
    const text = readFileSync(file, 'utf8');
    return text.length > maxFileBytes ? [] : text.replace(/^\ufeff/, '').split(/\r?\n/);
  } catch {
    return [];
  }
}

function fileFrom(name: string, lines: readonly string[]): DiffFile[] {
  return lines.length === 0 ? [] : [{ path: name, text: lines.join('\n'), lines, added: new Set(), baseBlob: '' }];
}
