import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DiffFile } from '../../../../../src/service/engine/diff/diffModel.ts';
import type { ReviewerFinding } from '../../../../../src/service/engine/reviewer.ts';
import { readOutput } from '../../../../../src/service/reviewers/tools/formats/readOutput.ts';
import { ToolDiagnosticReader } from '../../../../../src/service/reviewers/tools/formats/toolDiagnostic.ts';
import type { ToolFormat } from '../../../../../src/core/protocol/toolSetting.ts';

/** Where the outputs in the test data say that the project is. */
export const project = '/project';

/** A file all of whose lines are new. */
export function fileOf(name: string, text: string): DiffFile {
  const lines = text.split(/\r?\n/);
  return { path: name, text, lines, added: new Set(lines.map((_line, index) => index + 1)) };
}

/** A file of the test data. */
export function dataOf(name: string): string {
  return readFileSync(path.join(import.meta.dirname, 'data', name), 'utf8');
}

/** What a tool's output says of files, as the reviewer of that tool hands it on. */
export function findingsIn(
  format: ToolFormat,
  output: unknown,
  files: readonly DiffFile[],
  { tool = 'tool', code = 1 } = {},
): ReviewerFinding[] {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const reader = new ToolDiagnosticReader(tool, files);
  const where = { folders: [project], isKnown: (name: string) => reader.isKnown(name), isThere: () => true };
  return readOutput(format, { text, code, errors: '' }, where).flatMap(each => reader.findings(each));
}

/** The text that a finding points at. */
export function pointedAt({ file, range }: ReviewerFinding): string {
  const { startLine, startColumn, endLine, endColumn } = range;
  const lines = file.lines.slice(startLine - 1, endLine);
  if (startLine === endLine) return (lines[0] ?? '').slice(startColumn - 1, endColumn - 1);
  return lines
    .map((line, index) =>
      index === 0 ? line.slice(startColumn - 1) : index === lines.length - 1 ? line.slice(0, endColumn - 1) : line,
    )
    .join('\n');
}

/** The file's text after the finding's fix; undefined where it has none. */
export function fixed({ file, fix }: ReviewerFinding): string | undefined {
  if (fix === undefined) return undefined;
  const sorted = [...fix].sort((a, b) => b.start - a.start);
  return sorted.reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), file.text);
}
