import ts from 'typescript';
import { saysFlow } from '../../../../scripts/saysFlow.ts';

const mock = /\b(?:jest|vi)\.(?:do)?mock\(/gi;
const globals = /\/globals?$/;

/** A module that a test replaces, `vi.mock('./util', …)`. */
interface Mock {
  readonly module: ts.StringLiteralLike;
  /** Whether the test makes itself what takes its place. */
  readonly isMade: boolean;
  /** Whether the module need not be there. */
  readonly isVirtual: boolean;
}

/** The modules that a test replaces. */
export function mockedModules(source: ts.SourceFile): readonly Mock[] {
  return [...source.text.matchAll(mock)].flatMap(({ index }) => {
    const [module, factory, options] = callAt(source, index)?.arguments ?? [];
    if (module === undefined || !ts.isStringLiteralLike(module)) return [];
    return [{ module, isMade: factory !== undefined, isVirtual: options !== undefined }];
  });
}

/** Whether the comments at the top of a script say that it is in Flow. */
export function isFlow({ text }: ts.SourceFile): boolean {
  const start = /^#!.*/.exec(text)?.[0].length ?? 0;
  return (ts.getLeadingCommentRanges(text, start) ?? []).some(({ pos, end }) => saysFlow(text.slice(pos, end)));
}

/** Whether a script imports a module that makes names global, such as `zx/globals`. */
export function importsGlobals({ statements }: ts.SourceFile): boolean {
  return statements.some(
    each =>
      ts.isImportDeclaration(each) &&
      each.importClause === undefined &&
      ts.isStringLiteral(each.moduleSpecifier) &&
      globals.test(each.moduleSpecifier.text),
  );
}

/** The call that begins at an offset; undefined if a comment or a text is there. */
function callAt(source: ts.SourceFile, offset: number): ts.CallExpression | undefined {
  const find = (node: ts.Node): ts.CallExpression | undefined => {
    if (offset < node.pos || offset >= node.end) return undefined;
    const within = ts.forEachChild(node, find);
    return within ?? (ts.isCallExpression(node) && node.getStart(source) === offset ? node : undefined);
  };
  return find(source);
}
