import ts from 'typescript';

const { Async, Decorator, Static } = ts.ModifierFlags;

/** The asynchronous functions of what stands at the top of a file: objects that are written out, classes and their instances. */
export function asyncMembers({ statements }: ts.SourceFile): ReadonlyMap<string, readonly string[]> {
  const classes = new Map<string, ts.ClassDeclaration>();
  const found = new Map<string, readonly string[]>();
  for (const statement of statements) {
    if (ts.isClassDeclaration(statement) && statement.name !== undefined) {
      classes.set(statement.name.text, statement);
      found.set(statement.name.text, asyncIn(statement.members, Async | Static));
    }
    const list = ts.isVariableStatement(statement) ? statement.declarationList : undefined;
    if (list === undefined || (list.flags & ts.NodeFlags.Const) === 0) continue;
    for (const { name, type, initializer: value } of list.declarations) {
      if (!ts.isIdentifier(name) || type !== undefined || value === undefined) continue;
      const isMade = ts.isNewExpression(value) && ts.isIdentifier(value.expression);
      const members = isMade ? classes.get(value.expression.text)?.members : undefined;
      const isWhole = ts.isObjectLiteralExpression(value) && !value.properties.some(ts.isSpreadAssignment);
      found.set(name.text, asyncIn(members ?? (isWhole ? value.properties : []), Async));
    }
  }
  return found;
}

function asyncIn(members: readonly (ts.ClassElement | ts.ObjectLiteralElementLike)[], flags: number): string[] {
  return members.flatMap(each => {
    const made = ts.isPropertyAssignment(each) ? each.initializer : each;
    const isFunction = ts.isMethodDeclaration(made) || ts.isArrowFunction(made) || ts.isFunctionExpression(made);
    if (!isFunction || made.asteriskToken !== undefined || each.name === undefined || !ts.isIdentifier(each.name))
      return [];
    return (ts.getCombinedModifierFlags(made) & (Async | Decorator | Static)) === flags ? [each.name.text] : [];
  });
}
