import ts from 'typescript';

/** A script as the TypeScript compiler reads it on its own. */
export interface CompiledScript {
  readonly source: ts.SourceFile;
  readonly program: ts.Program;
  readonly isJavaScript: boolean;
}

const javascript = /\.(?:js|mjs|cjs|jsx)$/;

const options: ts.CompilerOptions = {
  noResolve: true,
  noLib: true,
  noCheck: true,
  isolatedModules: true,
  allowJs: true,
  alwaysStrict: false,
  experimentalDecorators: true,
  jsx: ts.JsxEmit.React,
  module: ts.ModuleKind.Preserve,
  noEmitHelpers: true,
  outDir: '/emitted',
  sourceMap: true,
  // Engines do not know all syntax of a later one yet.
  target: ts.ScriptTarget.ES2022,
};

/** @param extension such as `.ts` */
export function compile(text: string, extension: string): CompiledScript {
  const name = `/reviewed${extension}`;
  const isJavaScript = javascript.test(name);
  const source = parse(text, name);
  const host: ts.CompilerHost = {
    getSourceFile: asked => (asked === name ? source : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: asked => asked,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: asked => asked === name,
    readFile: () => undefined,
  };
  return { source, program: ts.createProgram([name], options, host), isJavaScript };
}

/** @param name with the extension, which decides on the language */
export function parse(text: string, name: string): ts.SourceFile {
  // JSX is common in .js files.
  const kind = javascript.test(name) ? ts.ScriptKind.JSX : undefined;
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind);
}
