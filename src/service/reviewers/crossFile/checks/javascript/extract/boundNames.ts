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
