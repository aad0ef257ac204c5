import ts from 'typescript';
import type { ExportFacts, ImportFacts, NameFacts, Spot } from '../facts.ts';
import { boundNames } from './boundNames.ts';

interface ModuleFacts {
  readonly imports: ImportFacts[];
  readonly exports: ExportFacts[];
  readonly stars: string[];
  isModule: boolean;
  isCommonJs: boolean;
  isOpen: boolean;
}

type SpotOf = (node: ts.Node) => Spot;

/** The path in `new URL('./a', import.meta.url)`. */
export function addressIn(node: ts.NewExpression): ts.StringLiteralLike | undefined {
  const [address, base] = node.arguments ?? [];
  const isUrl = ts.isIdentifier(node.expression) && node.expression.text === 'URL';
  if (!isUrl || address === undefined || base === undefined || !ts.isStringLiteralLike(address)) return undefined;
  const isBase = ts.isPropertyAccessExpression(base) && base.name.text === 'url' && ts.isMetaProperty(base.expression);
  return isBase && /^\.{1,2}\//.test(address.text) ? address : undefined;
}

/** Reads what a file imports and exports by statements at its top level. */
export function readModule(source: ts.SourceFile, spot: SpotOf): ModuleFacts {
  const facts: ModuleFacts = {
    imports: [],
    exports: [],
    stars: [],
    isModule: false,
    isCommonJs: false,
    isOpen: false,
  };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) readImport(statement, source, spot, facts);
    else if (ts.isExportDeclaration(statement)) readReExport(statement, spot, facts);
    else if (ts.isImportEqualsDeclaration(statement)) {
      readImportEquals(statement, spot, facts);
      readExported(statement, spot, facts);
    } else if (ts.isExportAssignment(statement)) {
      facts.isModule = true;
      const local = ts.isIdentifier(statement.expression) ? { local: statement.expression.text } : {};
      if (statement.isExportEquals === true) facts.isOpen = true;
      else facts.exports.push({ name: 'default', at: spot(statement.expression), ...local });
    } else if (ts.isExpressionStatement(statement)) readCommonJs(statement.expression, spot, facts);
    else if (ts.canHaveModifiers(statement)) readExported(statement, spot, facts);
  }
  return facts;
}

function readImport(statement: ts.ImportDeclaration, source: ts.SourceFile, spot: SpotOf, facts: ModuleFacts): void {
  facts.isModule = true;
  const { importClause: clause, moduleSpecifier: module } = statement;
  if (!ts.isStringLiteral(module)) return;
  const names: NameFacts[] = [];
  if (clause?.name !== undefined) names.push({ name: 'default', local: clause.name.text, at: spot(clause.name) });
  const bindings = clause?.namedBindings;
  if (bindings !== undefined && ts.isNamespaceImport(bindings))
    names.push({ name: '*', local: bindings.name.text, at: spot(bindings.name) });
  if (bindings !== undefined && ts.isNamedImports(bindings))
    for (const each of bindings.elements)
      names.push({
        name: (each.propertyName ?? each.name).text,
        local: each.name.text,
        at: spot(each),
        ...(each.isTypeOnly && { isType: true }),
      });
  facts.imports.push({
    from: module.text,
    at: spot(module),
    ...(names.length > 0 && { names }),
    ...(clause?.phaseModifier === ts.SyntaxKind.TypeKeyword && { isType: true }),
    ...(isSilenced(source, statement) && { isSilenced: true }),
  });
}

/** `import u = require('./util')`; what `import z = schemas.z` names is of the file itself. */
function readImportEquals(statement: ts.ImportEqualsDeclaration, spot: SpotOf, facts: ModuleFacts): void {
  const { moduleReference: module, name, isTypeOnly } = statement;
  if (!ts.isExternalModuleReference(module) || !ts.isStringLiteral(module.expression)) return;
  facts.isModule = true;
  facts.imports.push({
    from: module.expression.text,
    at: spot(module.expression),
    names: [{ name: '*', local: name.text, at: spot(name) }],
    ...(isTypeOnly && { isType: true }),
  });
}

/** Whether a comment on the line before tells the compiler or a linter to be silent. */
function isSilenced(source: ts.SourceFile, statement: ts.Node): boolean {
  return /@ts-(?:ignore|expect-error)|eslint-disable-next-line/.test(
    source.text.slice(statement.getFullStart(), statement.getStart(source)),
  );
}

function readReExport(statement: ts.ExportDeclaration, spot: SpotOf, facts: ModuleFacts): void {
  facts.isModule = true;
  const { exportClause: clause, moduleSpecifier: module, isTypeOnly } = statement;
  const from = module !== undefined && ts.isStringLiteral(module) ? module.text : undefined;
  if (clause === undefined) {
    if (from !== undefined) facts.stars.push(from);
  } else if (ts.isNamespaceExport(clause)) facts.exports.push({ name: clause.name.text, at: spot(clause) });
  else
    for (const each of clause.elements) {
      const local = (each.propertyName ?? each.name).text;
      const origin = from === undefined ? { local } : { from: [from, local] as const };
      facts.exports.push({ name: each.name.text, at: spot(each), ...origin });
    }
  if (from === undefined || module === undefined) return;
  const elements = clause !== undefined && ts.isNamedExports(clause) ? clause.elements : [];
  const names = elements.map(each => ({
    name: (each.propertyName ?? each.name).text,
    local: each.name.text,
    at: spot(each),
    ...(each.isTypeOnly && { isType: true as const }),
  }));
  facts.imports.push({
    from,
    at: spot(module),
    isExport: true,
    ...(isTypeOnly && { isType: true }),
    ...(names.length > 0 && { names }),
  });
}

function readExported(statement: ts.HasModifiers, spot: SpotOf, facts: ModuleFacts): void {
  const modifiers = ts.getModifiers(statement) ?? [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return;
  facts.isModule = true;
  const isDefault = modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  if (ts.isVariableStatement(statement)) {
    for (const name of statement.declarationList.declarations.flatMap(each => boundNames(each.name)))
      facts.exports.push({ name: name.text, at: spot(name), local: name.text });
    return;
  }
  const { name } = statement as { readonly name?: ts.Node };
  const local = name !== undefined && ts.isIdentifier(name) ? { local: name.text } : {};
  if (isDefault) facts.exports.push({ name: 'default', at: spot(name ?? statement), ...local });
  else if (name !== undefined && ts.isIdentifier(name))
    facts.exports.push({
      name: name.text,
      at: spot(name),
      ...local,
      ...(isType(statement) && { isType: true }),
      ...(ts.isEnumDeclaration(statement) && { members: membersOf(statement, spot) }),
    });
}

function membersOf({ members }: ts.EnumDeclaration, spot: SpotOf): [name: string, at: Spot][] {
  return members.flatMap(({ name }) =>
    ts.isIdentifier(name) || ts.isStringLiteral(name) ? [[name.text, spot(name)]] : [],
  );
}

function isType(statement: ts.Node): boolean {
  return ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
}

/** Reads `module.exports = { … }`, `module.exports.name = …` and `exports.name = …`. */
function readCommonJs(expression: ts.Expression, spot: SpotOf, facts: ModuleFacts): void {
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
  const { left, right } = expression;
  if (isModuleExports(left)) {
    facts.isCommonJs = true;
    if (!ts.isObjectLiteralExpression(right)) facts.isOpen = true;
    else
      for (const { name } of right.properties)
        if (name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)))
          facts.exports.push({ name: name.text, at: spot(name), local: name.text });
        else facts.isOpen = true;
  } else if (ts.isPropertyAccessExpression(left) && (isModuleExports(left.expression) || isExports(left.expression))) {
    facts.isCommonJs = true;
    facts.exports.push({ name: left.name.text, at: spot(left.name), local: left.name.text });
    // `exports.a = exports.b = …`
    readCommonJs(right, spot, facts);
  }
}

/** Whether a node is `module.exports`. */
export function isModuleExports(node: ts.Node): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'module' &&
    node.name.text === 'exports'
  );
}

/** Whether a node is `exports`. */
export function isExports(node: ts.Node): boolean {
  return ts.isIdentifier(node) && node.text === 'exports';
}
