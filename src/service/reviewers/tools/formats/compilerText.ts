import { repositoryPath } from './repositoryPath.ts';
import type { PathContext, ToolDiagnostic, ToolOutput } from './toolDiagnostic.ts';

const mostDiagnostics = 20_000;
/** `src/a.ts(3,7): error TS2322: Type 'string' is not assignable …`, and further lines that are indented. */
const typescript =
  /^([^\s(][^(]{0,4096}|[^\s].{0,4096}?)\((\d{1,9}),(\d{1,9})\): (error|warning|message) (TS\d+): (.*)$/;
/** About no file, such as a setting that is wrong. */
const typescriptSetting = /^(?:.{0,4096}: )?error (TS\d+: .*)$/;
/** `a.py:3:7: error: Incompatible types …  [assignment]`; the columns may be missing, or the end may be told too. */
const mypy =
  /^(.{1,4096}?):(\d{1,9})(?::(\d{1,9}))?(?::\d{1,9}:\d{1,9})?: (error|warning|note): (.*?)(?: {2}\[([\w-]{1,80})\])?$/;

const severities: Readonly<Record<string, ToolDiagnostic['severity']>> = {
  error: 'high',
  warning: 'medium',
  message: 'low',
};

/** Parses what `tsc --pretty false` and `vue-tsc --pretty false` write. */
export function parseTypescriptText(text: string, { folders }: PathContext): ToolOutput {
  const diagnostics: ToolDiagnostic[] = [];
  const errors: string[] = [];
  for (const line of linesOf(text)) {
    const [, name, startLine, startColumn, severity = '', rule, message = ''] = typescript.exec(line) ?? [];
    const last = diagnostics.at(-1);
    if (name !== undefined)
      diagnostics.push({
        path: repositoryPath(name, folders),
        place: { startLine: Number(startLine), startColumn: Number(startColumn) },
        rule,
        severity: severities[severity] ?? 'medium',
        message,
      });
    else if (/^\s+\S/.test(line) && last !== undefined)
      diagnostics[diagnostics.length - 1] = { ...last, message: `${last.message}\n${line}` };
    else {
      const [, setting] = typescriptSetting.exec(line) ?? [];
      if (setting !== undefined) errors.push(setting);
    }
  }
  return outputOf(diagnostics, errors);
}

/** Parses what `mypy --no-pretty` writes. Its notes belong to the error before them. */
export function parseMypyText(text: string, { folders }: PathContext): ToolOutput {
  const diagnostics: ToolDiagnostic[] = [];
  for (const line of linesOf(text)) {
    const [, name, startLine, startColumn, severity = '', message = '', rule] = mypy.exec(line) ?? [];
    if (name === undefined) continue;
    const last = diagnostics.at(-1);
    if (severity !== 'note')
      diagnostics.push({
        path: repositoryPath(name, folders),
        place: { startLine: Number(startLine), ...(startColumn !== undefined && { startColumn: Number(startColumn) }) },
        rule,
        severity: severities[severity] ?? 'medium',
        message,
      });
    else if (last !== undefined)
      diagnostics[diagnostics.length - 1] = { ...last, message: `${last.message}\n${message}` };
  }
  return { ...outputOf(diagnostics, []), unit: 'codePoints' };
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/, mostDiagnostics * 4);
}

function outputOf(diagnostics: readonly ToolDiagnostic[], errors: readonly string[]): ToolOutput {
  const cut = diagnostics.length > mostDiagnostics ? [`only its first ${mostDiagnostics} diagnostics were read`] : [];
  return {
    diagnostics: diagnostics.slice(0, mostDiagnostics),
    unit: 'utf16',
    results: diagnostics.length + errors.length,
    warnings: [],
    errors: [...errors, ...cut],
  };
}
