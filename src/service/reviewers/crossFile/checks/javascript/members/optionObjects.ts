import { basename } from 'node:path/posix';
import ts from 'typescript';
import { Uses } from '../extract/classes.ts';
import type { ClassFacts, Spot } from '../facts.ts';

/** Calls that make a component of Vue or a store of Pinia of an object. */
const makers = /^(?:defineComponent|defineStore|extend)$/;
/** What of the object becomes members of `this`, as an object or as what a function returns. */
const groups = new Set(['actions', 'computed', 'data', 'getters', 'inject', 'methods', 'props', 'state']);
/** What may give `this` other names. */
const opening = new Set(['extends', 'mixins', 'setup']);

/**
 * The objects at the top level of a file whose functions have `this` in common, as if each were a class: components of Vue
 * that are written as options, and stores of Pinia.
 */
export function readOptionObjects(path: string, source: ts.SourceFile, spot: (node: ts.Node) => Spot): ClassFacts[] {
  if (!/\b(?:methods|actions)\b/.test(source.text)) return [];
  return source.statements.flatMap((statement): ClassFacts[] => {
    if (ts.isExportAssignment(statement)) {
      const facts = factsOf(source, statement.expression, basename(path).replace(/\..*/, ''), spot);
      return facts === undefined ? [] : [facts];
    }
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      const isMade = initializer !== undefined && ts.isCallExpression(initializer) && ts.isIdentifier(name);
      const facts = isMade ? factsOf(source, initializer, name.text, spot) : undefined;
      return facts === undefined ? [] : [facts];
    });
  });
}

function factsOf(
  { text }: ts.SourceFile,
  expression: ts.Expression,
  name: string,
  spot: (node: ts.Node) => Spot,
): ClassFacts | undefined {
  const options = optionsIn(expression);
  if (options?.properties.some(each => /^(?:methods|actions)$/.test(nameOf(each) ?? '')) !== true) return undefined;
  const members = new Map<string, Spot>();
  const uses = new Uses(spot);
  let isOpen = /\bthis\[|\bObject\.assign\(/.test(text.slice(options.pos, options.end));
  for (const property of options.properties) {
    const option = nameOf(property);
    if (option === undefined || opening.has(option)) isOpen = true;
    if (groups.has(option ?? '')) {
      const names = membersIn(property, spot);
      if (names === undefined) isOpen = true;
      else for (const [member, at] of names) members.set(member, at);
    }
    readFunctions(property, uses);
    const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    if (value !== undefined && ts.isObjectLiteralExpression(value) && option !== 'components')
      for (const each of value.properties) readFunctions(each, uses);
  }
  const used = uses.list();
  return used.length === 0
    ? undefined
    : { name, members: [...members], uses: used, ...(isOpen && { isOpen: true as const }) };
}

/** The object of `export default {…}`, `defineComponent({…})` or `defineStore('a', {…})`. */
export function optionsIn(expression: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(expression)) return expression;
  if (!ts.isCallExpression(expression)) return undefined;
  const { expression: callee } = expression;
  const called = ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : '';
  const last = expression.arguments.at(-1);
  return makers.test(called) && last !== undefined && ts.isObjectLiteralExpression(last) ? last : undefined;
}

/** The names that one group gives to `this`; undefined if it may give others. */
export function membersIn(
  property: ts.ObjectLiteralElementLike,
  spot: (node: ts.Node) => Spot,
): [string, Spot][] | undefined {
  const value = ts.isPropertyAssignment(property) ? property.initializer : property;
  return namesIn(ts.isMethodDeclaration(value) || ts.isArrowFunction(value) ? returnedBy(value) : value, spot);
}

/** The names that a list or an object has; undefined if it may have others. */
export function namesIn(value: ts.Node | undefined, spot: (node: ts.Node) => Spot): [string, Spot][] | undefined {
  if (value !== undefined && ts.isArrayLiteralExpression(value))
    return value.elements.every(ts.isStringLiteralLike)
      ? value.elements.map(each => [(each as ts.StringLiteralLike).text, spot(each)])
      : undefined;
  if (value === undefined || !ts.isObjectLiteralExpression(value)) return undefined;
  const names: [string, Spot][] = [];
  for (const each of value.properties) {
    const name = nameOf(each);
    if (name !== undefined && each.name !== undefined) names.push([name, spot(each.name)]);
    else {
      // `...mapActions(['load'])`
      const call = ts.isSpreadAssignment(each) && ts.isCallExpression(each.expression) ? each.expression : undefined;
      const given = namesIn(call?.arguments.at(-1), spot);
      if (given === undefined) return undefined;
      names.push(...given);
    }
  }
  return names;
}

/** The only thing that a function returns, if nothing stands before it. */
function returnedBy({ body }: ts.MethodDeclaration | ts.ArrowFunction): ts.Node | undefined {
  if (body === undefined) return undefined;
  if (!ts.isBlock(body)) return ts.isParenthesizedExpression(body) ? body.expression : body;
  const last = body.statements.at(-1);
  return last !== undefined && ts.isReturnStatement(last) ? last.expression : undefined;
}

function readFunctions(property: ts.ObjectLiteralElementLike, uses: Uses): void {
  if (ts.isMethodDeclaration(property)) uses.read(property, true);
  if (!ts.isPropertyAssignment(property)) return;
  const { initializer } = property;
  if (ts.isFunctionExpression(initializer)) uses.read(initializer.body);
}

export function nameOf({ name }: Pick<ts.TypeElement, 'name'>): string | undefined {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}
