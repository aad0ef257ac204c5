import ts from 'typescript';

/** Whether an identifier stands for a value, and is no name of a property, a declaration or a label. */
export function isReference(name: ts.Identifier, parent: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === name;
  if (ts.isBindingElement(parent) || ts.isVariableDeclaration(parent) || ts.isParameter(parent))
    return parent.initializer === name;
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) || ts.isEnumMember(parent))
    return parent.initializer === name;
  if (ts.isJsxOpeningLikeElement(parent)) return !/^[a-z]/.test(name.text);
  if (ts.isArrowFunction(parent)) return parent.body === name;
  if (ts.isQualifiedName(parent) || ts.isImportEqualsDeclaration(parent)) return false;
  return !(
    ts.isFunctionLike(parent) ||
    ts.isClassLike(parent) ||
    ts.isEnumDeclaration(parent) ||
    ts.isModuleDeclaration(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isExportSpecifier(parent) ||
    ts.isNamespaceExport(parent) ||
    ts.isNamespaceExportDeclaration(parent) ||
    ts.isImportAttribute(parent) ||
    ts.isJsxAttribute(parent) ||
    ts.isJsxClosingElement(parent) ||
    ts.isJsxNamespacedName(parent) ||
    ts.isLabeledStatement(parent) ||
    ts.isBreakOrContinueStatement(parent) ||
    ts.isMetaProperty(parent) ||
    ts.isTypeParameterDeclaration(parent)
  );
}
