import ts from 'typescript';
import { parseJsonc } from '../../scripts/parseJsonc.ts';

/** The messages of a parser without positions, with duplicates. */
type Parse = (text: string) => readonly string[];

/** Whether a change adds a syntax error to a file. */
export async function breaksSyntax(path: string, before: string, after: string): Promise<boolean> {
  const parse = await parserFor(path);
  if (parse === undefined) return false;
  const known = [...parse(before)];
  return parse(after).some(error => {
    const index = known.indexOf(error);
    if (index >= 0) known.splice(index, 1);
    return index < 0;
  });
}

/** Whether there is a parser for this type of file. */
export function isParsed(path: string): boolean {
  return script.test(path) || python.test(path) || json.test(path);
}

const script = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const python = /\.pyi?$/;
const json = /\.jsonc?$/;

async function parserFor(path: string): Promise<Parse | undefined> {
  if (script.test(path)) return text => scriptErrors(path, text);
  if (json.test(path)) return jsonErrors;
  if (!python.test(path)) return undefined;
  const { loadRuff } = await import('../../ruff/load.ts');
  const check = loadRuff();
  return text =>
    check(text)
      // An undefined name in a fix breaks the file as well, at run time.
      .filter(({ code }) => code === null || !/^[A-Z]+\d/.test(code) || code.startsWith('E9') || code === 'F821')
      .map(({ code, message }) => `${code ?? ''} ${message}`);
}

function scriptErrors(path: string, text: string): string[] {
  // JSX is common in .js files, and a declaration file has no output.
  const fileName = `reviewed${/\.\w+$/.exec(path)?.[0] ?? '.ts'}`;
  const compilerOptions = { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.Latest, allowJs: true };
  const { diagnostics = [] } = ts.transpileModule(text, { fileName, reportDiagnostics: true, compilerOptions });
  return diagnostics.map(({ code, messageText }) => `TS${code} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

/** Strict if the text was: comments and trailing commas are errors in some files and usual in others. */
function jsonErrors(text: string): string[] {
  try {
    JSON.parse(text);
    return [];
  } catch {
    const { error } = parseJsonc(text);
    return ['not strict', ...(error === undefined ? [] : ['not JSON'])];
  }
}
