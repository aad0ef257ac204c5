import { repositoryPath } from '../repositoryPath.ts';
import { textLines, textOutput } from './textLines.ts';
import type { PathContext, ToolDiagnostic, ToolOutput } from '../toolDiagnostic.ts';

/** `src/a.ts(3,7): error TS2322: Type 'string' is not assignable …`, and further lines that are indented. */
const typescript =
  /^([^\s(][^(]{0,4096}|[^\s].{0,4096}?)\((\d{1,9}),(\d{1,9})\): (error|warning|message) (TS\d+): (.*)$/;
/** About no file, such as a setting that is wrong. */
const typescriptSetting = /^(?:.{0,4096}: )?error (TS\d+: .*)$/;
/** Codes that the parser gives, and hardly anything else (TypeScript 5 to 7). */
const ofParser =
  /^TS(?:100[2357]|101[012]|106[89]|1109|1110|112[4-9]|113[0-24-9]|114[0245]|116[01]|1179|118[015]|119[89]|138[12]|143[4-9]|2657|170(?:02|08|14|15))$/;

const severities: Readonly<Record<string, ToolDiagnostic['severity']>> = {
  error: 'high',
  warning: 'medium',
  message: 'low',
};

/** Parses what `tsc --pretty false` and `vue-tsc --pretty false` write. */
export function parseTypescriptText(text: string, { folders }: PathContext): ToolOutput {
  const diagnostics: ToolDiagnostic[] = [];
  const settings: string[] = [];
  for (const line of textLines(text)) {
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
      if (setting !== undefined) settings.push(setting);
    }
  }
  return textOutput(diagnostics, [...settings, ...stopOf(diagnostics)], 'utf16');
}

/** It checks no types of a project where a file does not parse or an option is wrong: then its silence means nothing. */
function stopOf(diagnostics: readonly ToolDiagnostic[]): string[] {
  const stop = diagnostics.find(({ path, rule = '' }) => path?.endsWith('.json') === true || ofParser.test(rule));
  return stop === undefined
    ? []
    : [`it may not have checked all types: ${stop.path ?? ''}:${stop.place?.startLine ?? 1}: ${stop.message}`];
}
