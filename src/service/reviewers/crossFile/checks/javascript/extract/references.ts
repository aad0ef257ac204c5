import ts from 'typescript';

const { SyntaxKind } = ts;

/** Nodes whose identifiers are names of declarations, properties or labels. */
const naming = new Set([
  SyntaxKind.BreakStatement,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.ClassExpression,
  SyntaxKind.Constructor,
  SyntaxKind.ContinueStatement,
  SyntaxKind.EnumDeclaration,
  SyntaxKind.ExportSpecifier,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.GetAccessor,
  SyntaxKind.ImportAttribute,
  SyntaxKind.ImportClause,
  SyntaxKind.ImportEqualsDeclaration,
  SyntaxKind.ImportSpecifier,
  SyntaxKind.JsxAttribute,
  SyntaxKind.JsxClosingElement,
  SyntaxKind.JsxNamespacedName,
  SyntaxKind.LabeledStatement,
  SyntaxKind.MetaProperty,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.ModuleDeclaration,
  SyntaxKind.NamespaceExport,
  SyntaxKind.NamespaceExportDeclaration,
  SyntaxKind.NamespaceImport,
  SyntaxKind.QualifiedName,
  SyntaxKind.SetAccessor,
  SyntaxKind.TypeParameter,
]);

/** Nodes with a name and perhaps a value. */
const initialised = new Set([
  SyntaxKind.BindingElement,
  SyntaxKind.EnumMember,
  SyntaxKind.Parameter,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.VariableDeclaration,
]);

/** Whether an identifier stands for a value, and is no name of a property, a declaration or a label. */
export function isReference(name: ts.Identifier, parent: ts.Node): boolean {
  const { kind } = parent;
  if (kind === SyntaxKind.PropertyAccessExpression) return (parent as ts.PropertyAccessExpression).expression === name;
  if (initialised.has(kind)) return (parent as ts.VariableDeclaration).initializer === name;
  if (naming.has(kind)) return false;
  if (kind === SyntaxKind.ArrowFunction) return (parent as ts.ArrowFunction).body === name;
  const isTag = kind === SyntaxKind.JsxOpeningElement || kind === SyntaxKind.JsxSelfClosingElement;
  return !isTag || !/^[a-z]/.test(name.text);
}

/** Whether a position is in a text of the code, and not in a comment. */
export function isInText(source: ts.SourceFile, position: number): boolean {
  let node: ts.Node = source;
  for (let next: ts.Node | undefined = source; next !== undefined;) {
    node = next;
    next = ts.forEachChild(node, child => (child.pos <= position && position < child.end ? child : undefined));
  }
  const { kind } = node;
  const isText =
    kind === SyntaxKind.JsxText || (SyntaxKind.FirstLiteralToken <= kind && kind <= SyntaxKind.TemplateTail);
  return isText && node.getStart(source) <= position;
}

/** Which names of imports a file has nowhere else in its code: neither a comment nor the path of a module uses one. */
export function unusedNames(source: ts.SourceFile, locals: Iterable<string>): ReadonlySet<string> {
  // To go through the whole tree takes long, and most of what nothing uses stands in the text once.
  const all = [...locals];
  const isThereOnce = (name: string): boolean => !source.text.includes(name, source.text.indexOf(name) + 1);
  const left = new Set(all.filter(name => !isThereOnce(name)));
  const visit = (node: ts.Node, parent: ts.Node): void => {
    if (left.size === 0 || node.kind === SyntaxKind.ImportDeclaration) return;
    if (ts.isIdentifier(node)) {
      // `const { local } = require('./module')`
      if (!ts.isBindingElement(parent) || parent.name !== node) left.delete(node.text);
    } else ts.forEachChild(node, child => visit(child, node));
  };
  visit(source, source);
  return new Set(all.filter(name => left.has(name) || isThereOnce(name)));
}

/** The names of the types that decorators are given, which stay where the code runs: those of what they stand at. */
export function decoratedTypes(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const read = (type: ts.TypeNode | undefined): void => {
    if (type === undefined) return;
    if (ts.isTypeReferenceNode(type)) names.add(firstName(type.typeName));
    else if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) for (const each of type.types) read(each);
    else if (ts.isParenthesizedTypeNode(type)) read(type.type);
    else if (ts.isConditionalTypeNode(type)) for (const each of [type.trueType, type.falseType]) read(each);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node))
      for (const member of node.members) {
        const { parameters = [], type } = member as Partial<ts.MethodDeclaration>;
        const decided = ts.isConstructorDeclaration(member) ? node : member;
        if (![decided, ...parameters].some(isDecorated)) continue;
        for (const each of [type, ...parameters.map(parameter => parameter.type)]) read(each);
      }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function isDecorated(node: ts.Node): boolean {
  return ts.canHaveDecorators(node) && (ts.getDecorators(node)?.length ?? 0) > 0;
}

function firstName(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : firstName(name.left);
}

/** `lazy(…)` of React, which takes the default export of what is loaded. */
export function isLazy(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const { expression: callee } = node;
  return (ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) && callee.text) === 'lazy';
}

/** Whether it is `require(…)`. */
export function isRequireCall({ expression }: ts.CallExpression): boolean {
  return ts.isIdentifier(expression) && expression.text === 'require';
}

/** Whether a text is the module of an import: what imports a module does not say what its name stands for. */
export function isImported(text: ts.StringLiteralLike, parent: ts.Node): boolean {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== text) return false;
  return parent.expression.kind === ts.SyntaxKind.ImportKeyword || isRequireCall(parent);
}
