import ts from 'typescript';
import type { Spot } from '../facts.ts';
import { camel } from './passedProps.ts';

type Taken = [name: string, at: Spot][];
type SpotOf = (node: ts.Node) => Spot;

/** What hands on whatever a component is given. */
const open = /\$\$(?:props|restProps)\b|\$attrs\b|\buseAttrs\b/;
/** What declares more in a way that is not read. */
const unread = /\b(?:extends|mixins|props|emits)\s*:|\bsetup\s*\(/;

/** The properties that the script of a component takes, and with `@` what it tells; undefined if there may be more. */
export function takenProps(path: string, whole: string, source: ts.SourceFile, spot: SpotOf): Taken | undefined {
  if (open.test(whole)) return undefined;
  if (/\.svelte$/i.test(path)) return ofSvelte(source, spot);
  if (!/<script[^>]{0,500}\ssetup\b/.test(whole) || unread.test(source.text)) return undefined;
  const calls = source.statements.flatMap(each => {
    const values = ts.isVariableStatement(each)
      ? each.declarationList.declarations.map(({ initializer }) => initializer)
      : [ts.isExpressionStatement(each) ? each.expression : undefined];
    return values.flatMap(value => (value !== undefined && ts.isCallExpression(value) ? [value] : []));
  });
  const all: (Taken | undefined)[] = calls.map(call => ofMacro(call, source, spot));
  return all.some(each => each === undefined) ? undefined : all.flatMap(each => each ?? []);
}

function ofSvelte({ statements }: ts.SourceFile, spot: SpotOf): Taken | undefined {
  const names: Taken = [];
  for (const each of statements) {
    if (ts.isExportDeclaration(each)) return undefined;
    if (!ts.isVariableStatement(each)) continue;
    const isExported = each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    for (const { name, initializer } of each.declarationList.declarations) {
      const isProps =
        initializer !== undefined && ts.isCallExpression(initializer) && calledBy(initializer) === '$props';
      if (isExported && ts.isIdentifier(name)) names.push([name.text, spot(name)]);
      else if (isProps && !ts.isObjectBindingPattern(name)) return undefined;
      else if (isProps && ts.isObjectBindingPattern(name))
        for (const { propertyName, name: local, dotDotDotToken } of name.elements) {
          const key = propertyName ?? local;
          if (dotDotDotToken !== undefined || !ts.isIdentifier(key)) return undefined;
          names.push([key.text, spot(key)]);
        }
    }
  }
  return names;
}

function ofMacro(call: ts.CallExpression, source: ts.SourceFile, spot: SpotOf): Taken | undefined {
  const [first] = call.arguments;
  const name = calledBy(call);
  if (name === 'withDefaults')
    return first !== undefined && ts.isCallExpression(first) ? ofMacro(first, source, spot) : undefined;
  if (name === 'defineModel') {
    const model = first !== undefined && ts.isStringLiteralLike(first) ? first.text : 'modelValue';
    return [[model, spot(call)]];
  }
  if (name !== 'defineProps' && name !== 'defineEmits') return [];
  const mark = name === 'defineEmits' ? '@' : '';
  const found = namesOf(call.typeArguments?.[0] ?? first, source);
  return found?.map(each => [`${mark}${camel(each.text)}`, spot(each)]);
}

/** The names that a type, a list or an object has. */
function namesOf(
  node: ts.Node | undefined,
  source: ts.SourceFile,
): (ts.Identifier | ts.StringLiteralLike)[] | undefined {
  if (node === undefined) return undefined;
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) {
    const { text } = node.typeName;
    const own = source.statements.filter(each => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each));
    const [found] = own.filter(each => each.name.text === text);
    if (found === undefined) return undefined;
    if (ts.isTypeAliasDeclaration(found))
      return ts.isTypeLiteralNode(found.type) ? namesOf(found.type, source) : undefined;
    return found.heritageClauses === undefined ? named(found.members) : undefined;
  }
  if (ts.isTypeLiteralNode(node)) return named(node.members);
  if (ts.isObjectLiteralExpression(node)) return named(node.properties);
  if (!ts.isArrayLiteralExpression(node)) return undefined;
  return node.elements.every(ts.isStringLiteralLike)
    ? node.elements.map(each => each as ts.StringLiteralLike)
    : undefined;
}

function named(
  members: readonly (ts.TypeElement | ts.ObjectLiteralElementLike)[],
): (ts.Identifier | ts.StringLiteralLike)[] | undefined {
  const names = members.map(({ name }) => name);
  return names.every(name => name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)))
    ? names.map(name => name as ts.Identifier)
    : undefined;
}

function calledBy({ expression }: ts.CallExpression): string {
  return ts.isIdentifier(expression) ? expression.text : '';
}
