import ts from 'typescript';

/** The names that a declaration binds, those of patterns included. */
export function boundNames(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap(each => (ts.isOmittedExpression(each) ? [] : boundNames(each.name)));
}
