import ts from 'typescript';

/** What a script lists as it stands, without running it. */
export interface Literals {
  /** The outermost objects with one of the names asked for, in their order. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /** The arguments of each call of `globalIgnores`. */
  readonly ignores: readonly unknown[];
}

/** Reads the objects of a script. What is computed is left out of them. */
export function literalsIn(text: string, names: ReadonlySet<string>): Literals {
  const objects: Readonly<Record<string, unknown>>[] = [];
  const ignores: unknown[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const value = objectOf(node);
      if (Object.keys(value).some(each => names.has(each))) {
        objects.push(value);
        return;
      }
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'globalIgnores')
      ignores.push(...node.arguments.slice(0, 1).map(valueOf));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('settings.ts', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS));
  return { objects, ignores };
}

function objectOf(node: ts.ObjectLiteralExpression): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    node.properties.flatMap(each => {
      if (!ts.isPropertyAssignment(each)) return [];
      const { name } = each;
      const isNamed = ts.isIdentifier(name) || ts.isStringLiteralLike(name);
      return isNamed ? [[name.text, valueOf(each.initializer)] as const] : [];
    }),
  );
}

/** Undefined for what is computed; a list is without what is computed in it. */
function valueOf(node: ts.Expression): unknown {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(valueOf).filter(each => each !== undefined);
  if (ts.isObjectLiteralExpression(node)) return objectOf(node);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return valueOf(node.expression);
  return undefined;
}
