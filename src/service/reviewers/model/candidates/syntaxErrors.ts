import ts from 'typescript';

/** What a parser says against a text, each as often as it says it, without places. */
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
      // A name that a fix uses and nothing defines breaks the file as well, only later.
      .filter(({ code }) => code === null || !/^[A-Z]+\d/.test(code) || code.startsWith('E9') || code === 'F821')
      .map(({ code, message }) => `${code ?? ''} ${message}`);
}

function scriptErrors(path: string, text: string): string[] {
  // JSX is common in files that end in .js, and in a declaration file nothing would be put out.
  const fileName = `reviewed${/\.\w+$/.exec(path)?.[0] ?? '.ts'}`;
  const compilerOptions = { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.Latest, allowJs: true };
  const { diagnostics = [] } = ts.transpileModule(text, { fileName, reportDiagnostics: true, compilerOptions });
  return diagnostics.map(({ code, messageText }) => `TS${code} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

/** Strict where the text is strict; comments and trailing commas are errors in the one kind of file and usual in the other. */
function jsonErrors(text: string): string[] {
  try {
    JSON.parse(text);
    return [];
  } catch {
    const { error } = ts.parseConfigFileTextToJson('reviewed.json', text);
    return ['not strict', ...(error === undefined ? [] : ['not JSON'])];
  }
}
