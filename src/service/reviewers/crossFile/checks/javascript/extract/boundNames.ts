import ts from 'typescript';

/** The names that a declaration binds, those of patterns included. */
export function boundNames(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap(each => (ts.isOmittedExpression(each) ? [] : boundNames(each.name)));
}

/** The names that an assignment gives a value, those of patterns included: `({ a, b: [c] } = x)`. */
export function assignedNames(target: ts.Node): string[] {
  if (ts.isIdentifier(target)) return [target.text];
  if (ts.isShorthandPropertyAssignment(target)) return [target.name.text];
  if (ts.isPropertyAssignment(target)) return assignedNames(target.initializer);
  if (ts.isSpreadElement(target) || ts.isSpreadAssignment(target)) return assignedNames(target.expression);
  if (ts.isBinaryExpression(target)) return assignedNames(target.left);
  if (ts.isObjectLiteralExpression(target)) return target.properties.flatMap(assignedNames);
  return ts.isArrayLiteralExpression(target) ? target.elements.flatMap(assignedNames) : [];
}

/** The names that a statement declares, and whether they are functions that return a promise. */
export function topNames(statement: ts.Node): (readonly [name: string, isAsync: boolean])[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      boundNames(name).map(each => [each.text, name === each && isAsync(initializer)] as const),
    );
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement))
    return statement.name === undefined ? [] : [[statement.name.text, isAsync(statement)]];
  if (ts.isModuleDeclaration(statement) && ts.isIdentifier(statement.name)) return [[statement.name.text, false]];
  return [];
}

function isAsync(node: ts.Node | undefined): boolean {
  if (node === undefined) return false;
  if (!ts.isFunctionDeclaration(node) && !ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  const isGenerator = !ts.isArrowFunction(node) && node.asteriskToken !== undefined;
  return !isGenerator && (node.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
}

/** The names that an import brings as types alone. */
export function typesOf(statement: ts.Statement): string[] {
  const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined;
  if (clause === undefined) return [];
  const isType = clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const { name, namedBindings: bindings } = clause;
  const elements = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
  const whole = [name, bindings !== undefined && ts.isNamespaceImport(bindings) ? bindings.name : undefined];
  return [
    ...(isType ? whole.flatMap(each => each?.text ?? []) : []),
    ...elements.filter(each => isType || each.isTypeOnly).map(each => each.name.text),
  ];
}
