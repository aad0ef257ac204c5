import { repositoryPath } from '../repositoryPath.ts';
import { textLines, textOutput } from './textLines.ts';
import type { PathContext, ToolDiagnostic, ToolOutput } from '../toolDiagnostic.ts';

/** `a.py:3:7: error: Incompatible types …  [assignment]`; the columns may be missing, or the end may be told too. */
const mypy =
  /^(.{1,4096}?):(\d{1,9})(?::(\d{1,9}))?(?::\d{1,9}:\d{1,9})?: (error|warning|note): (.*?)(?: {2}\[([\w-]{1,80})\])?$/;
/** About a file as a whole, such as a module that is there twice. */
const mypyFile = /^(.{1,4096}?): error: (.*)$/;

const severities: Readonly<Record<string, ToolDiagnostic['severity']>> = { error: 'high', warning: 'medium' };

/** It ends like this where a file does not parse, modules clash or it crashes: the rest is not checked then. */
const codeOfStop = 2;

/** Parses what `mypy --no-pretty` writes. A note belongs to the error before it if it is about the same line. */
export function parseMypyText(text: string, code: number, { folders }: PathContext): ToolOutput {
  const diagnostics: ToolDiagnostic[] = [];
  const errors: string[] = [];
  for (const line of textLines(text)) {
    const [, name, startLine, startColumn, severity = '', message = '', rule] = mypy.exec(line) ?? [];
    if (name === undefined) {
      const [, file, what] = mypyFile.exec(line) ?? [];
      if (file !== undefined) errors.push(`${file}: ${what}`);
      continue;
    }
    const path = repositoryPath(name, folders);
    const last = diagnostics.at(-1);
    if (severity !== 'note')
      diagnostics.push({
        path,
        place: { startLine: Number(startLine), ...(startColumn !== undefined && { startColumn: Number(startColumn) }) },
        rule,
        severity: severities[severity] ?? 'medium',
        message,
      });
    else if (last?.path === path && last?.place?.startLine === Number(startLine))
      diagnostics[diagnostics.length - 1] = { ...last, message: `${last.message}\n${message}` };
  }
  const [stop] = diagnostics;
  if (code === codeOfStop && stop !== undefined)
    errors.push(`it stopped before it had checked everything: ${stop.message}`);
  // Its columns are those of Python's parser, which counts bytes.
  return textOutput(diagnostics, errors, 'bytes');
}
