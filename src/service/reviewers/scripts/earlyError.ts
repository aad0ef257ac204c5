import { SourceMap, type SourceMapPayload } from 'node:module';
import * as espree from 'espree';
import ts from 'typescript';
import type { CompiledScript } from './compile.ts';
import { isHosted } from './isHosted.ts';
import type { ScriptFile } from './scripts.ts';

/** Why no engine loads a script that the TypeScript compiler can parse. */
export interface EarlyError {
  /** In the words of ESLint's parser: `'return' outside of function`. */
  readonly message: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

type Position = Pick<EarlyError, 'line' | 'column'>;
type SourceType = 'module' | 'commonjs';

const declarations = /\.d\.(?:\w+\.)?[cm]?ts$/;
/** Two scripts of a component may import the same name. */
const ofTwoScripts = /already been declared|^Duplicate export/;
/** The template of a component may declare what a script exports, as a snippet of Svelte is, and so may its other script. */
const ofTemplate = /^Export '(.*)' is not defined/;

/**
 * The first early error of ECMAScript in a script: `await` in a plain function, `break` without a loop, a name that is
 * declared twice. ESLint's own parser knows all of them, but only JavaScript: of other syntax it reads what the compiler
 * emits for it.
 * @param compiled without syntax errors
 */
export function earlyErrorIn(script: ScriptFile, compiled: CompiledScript): EarlyError | undefined {
  if (declarations.test(script.file.path)) return undefined;
  const types = sourceTypes(compiled, script);
  const errorOf = (text: string): EarlyError | undefined => {
    const found = errorIn(text, types, false);
    return found !== undefined && isHosted(compiled.source) ? errorIn(text, types, true) : found;
  };
  const error = compiled.isJavaScript ? errorOf(script.file.text) : undefined;
  if (compiled.isJavaScript && error === undefined) return undefined;
  const { text: emittedText, positionOf } = emit(compiled);
  const emitted = errorOf(emittedText);
  if (emitted === undefined || isOfComponent(emitted, script) || isAmbient(emitted, compiled)) return undefined;
  return error ?? { ...emitted, ...positionOf(emitted) };
}

/** Whether what is an error in a script may be none in its component. */
function isOfComponent({ message }: EarlyError, { ofComponent = 0 }: ScriptFile): boolean {
  return (ofComponent > 0 && ofTemplate.test(message)) || (ofComponent > 1 && ofTwoScripts.test(message));
}

/** Whether it is about the export of what a script only declares, `declare var x`, as one does that stands for another. */
function isAmbient({ message }: EarlyError, { source }: CompiledScript): boolean {
  const [, name] = ofTemplate.exec(message) ?? [];
  return source.statements.some(
    each =>
      ts.isVariableStatement(each) &&
      each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true &&
      each.declarationList.declarations.some(
        ({ name: declared }) => ts.isIdentifier(declared) && declared.text === name,
      ),
  );
}

/** The first error, if a script has one as each of some types. @param mayReturn outside of functions */
function errorIn(text: string, types: readonly SourceType[], mayReturn: boolean): EarlyError | undefined {
  const [first, ...others] = types.map(type => parsingError(text, type, mayReturn));
  return others.includes(undefined) ? undefined : first;
}

function sourceTypes({ source }: CompiledScript, { extension, ofComponent }: ScriptFile): readonly SourceType[] {
  if (ofComponent !== undefined || extension.startsWith('.m') || ts.isExternalModule(source)) return ['module'];
  return extension.startsWith('.c') ? ['commonjs'] : ['commonjs', 'module'];
}

function parsingError(text: string, sourceType: SourceType, globalReturn: boolean): EarlyError | undefined {
  try {
    espree.parse(text, { sourceType, ecmaVersion: 'latest', ecmaFeatures: { jsx: true, globalReturn } });
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { message, lineNumber = 1, column = 1 } = error as SyntaxError & { lineNumber?: number; column?: number };
    return { message, line: lineNumber, column };
  }
}

interface Emitted {
  readonly text: string;
  /** Where a position of the emitted text is in the script. */
  readonly positionOf: (position: Position) => Position;
}

function emit({ program, source }: CompiledScript): Emitted {
  let [text, map] = ['', '{}'];
  program.emit(source, (path, written) => {
    if (path.endsWith('.map')) map = written;
    else text = written;
  });
  const positionOf = ({ line, column }: Position): Position => {
    const entry = new SourceMap(JSON.parse(map) as SourceMapPayload).findEntry(line - 1, column - 1);
    if (!('originalLine' in entry)) return { line: 1, column: 1 };
    return { line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  };
  return { text, positionOf };
}
