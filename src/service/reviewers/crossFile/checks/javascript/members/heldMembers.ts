import ts from 'typescript';
import { dynamic, membersOf } from '../extract/classes.ts';
import type { ExportFacts, Spot } from '../facts.ts';
import { asyncMembers } from './asyncMembers.ts';
import { membersIn, nameOf, optionsIn } from './optionObjects.ts';

type SpotOf = (node: ts.Node) => Spot;
type MemberList = readonly (readonly [name: string, at: Spot])[];

type AnyFunction = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/** What a name at the top of a file has, or what a call of it takes and gives. */
type Held = Pick<ExportFacts, 'members' | 'gives' | 'props' | 'accepts' | 'asyncs'>;

/** Objects with more members are data. */
const mostMembers = 200;
/** What of a store its users read. */
const ofStores = /^(?:actions|getters|state)$/;

/**
 * What the names at the top of a file have that is written out in it: objects, classes and their instances; and what their
 * calls give: functions that return objects, and stores of Pinia. In TypeScript also how many arguments functions take.
 * Nothing of a name that may get more anywhere in the file. What has a type beside it has what that type lists, if it is one
 * of the file; by any other a member may be left out.
 */
export function heldMembers(source: ts.SourceFile, spot: SpotOf, isTypeScript: boolean): ReadonlyMap<string, Held> {
  const held = new Map<string, Held>();
  const classes = new Map<string, MemberList>();
  const overloaded = new Set<string>();
  const open = openNames(source.text);
  const shapes = shapesOf(source, spot);
  const put = (name: string, kind: 'members' | 'gives', list: MemberList | undefined, value?: AnyFunction): void => {
    const isKnown = list !== undefined && list.length <= mostMembers;
    const accepts = value === undefined || !isTypeScript ? undefined : acceptedBy(value, spot);
    const props = value === undefined || !/^[A-Z]/.test(name) ? undefined : propsOf(value, spot);
    if (open.has(name) || held.has(name) || overloaded.has(name)) return;
    const found = { ...(isKnown && { [kind]: list }), ...(props && { props }), ...(accepts && { accepts }) };
    if (Object.keys(found).length > 0) held.set(name, found);
  };
  for (const statement of source.statements) {
    if (ts.isClassDeclaration(statement) && statement.name !== undefined) {
      const { members, isOpen } = membersOf(statement, spot, false);
      const own = source.text.slice(statement.pos, statement.end);
      if (isOpen || dynamic.test(own) || open.has(statement.name.text)) continue;
      const all = [...members, ...setIn(own, spot(statement.name))];
      classes.set(statement.name.text, all);
      put(statement.name.text, 'members', all);
    } else if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) {
      if (statement.body === undefined) overloaded.add(statement.name.text);
      put(statement.name.text, 'gives', typedBy(statement.type, shapes, spot) ?? givenBy(statement, spot), statement);
    } else if (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0)
      for (const { name, type, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer !== undefined) {
          const typed = typedBy(type, shapes, spot);
          if (typed !== undefined) put(name.text, 'members', typed);
          else if (type === undefined) put(name.text, ...ofValue(withoutTypes(initializer), { source, classes, spot }));
        }
  }
  for (const [name, asyncs] of asyncMembers(source))
    if (asyncs.length > 0 && !open.has(name)) held.set(name, { ...held.get(name), asyncs });
  return held;
}

/** What the interfaces of a file have that stand in it once, by themselves and written out. */
export function shapesOf({ statements }: ts.SourceFile, spot: SpotOf): ReadonlyMap<string, MemberList | undefined> {
  const shapes = new Map<string, MemberList | undefined>();
  for (const each of statements) {
    if (!ts.isInterfaceDeclaration(each) && !ts.isClassDeclaration(each)) continue;
    const name = each.name?.text ?? '';
    const isWhole = ts.isInterfaceDeclaration(each) && each.heritageClauses === undefined && !shapes.has(name);
    shapes.set(name, isWhole ? named(each.members, spot) : undefined);
  }
  return shapes;
}

/** What a type has, if it is one of these or written out. */
export function typedBy(
  type: ts.TypeNode | undefined,
  shapes: ReadonlyMap<string, MemberList | undefined>,
  spot: SpotOf,
): MemberList | undefined {
  if (type !== undefined && ts.isTypeLiteralNode(type)) return named(type.members, spot);
  const isPlain = type !== undefined && ts.isTypeReferenceNode(type) && type.typeArguments === undefined;
  return isPlain && ts.isIdentifier(type.typeName) ? shapes.get(type.typeName.text) : undefined;
}

/** What code sets of `this`, in whichever way it comes there. */
function setIn(text: string, at: Spot): MemberList {
  return [...text.matchAll(/\bthis\.([\w$]+)[ \t]*=(?!=)/g)].map(([, name = '']) => [name, at]);
}

const setting = /\.(?:prototype\b|[\w$]+[ \t]*=(?![=>]))|\[/g;
const handing =
  /\b(?:assign\w*|extend|merge|defaults\w*|define\w*|mixin|decorate\w*|setPrototypeOf)\(\s*([A-Za-z_$][\w$]*)/g;
const merging = /\b(?:interface|namespace|enum)\s+([A-Za-z_$][\w$]*)/g;

/** Names that the text of a file may give more members, however. */
function openNames(text: string): ReadonlySet<string> {
  const names = new Set([handing, merging].flatMap(each => [...text.matchAll(each)].map(([, name = '']) => name)));
  // To look for the names first would try each word of the file.
  for (const { index } of text.matchAll(setting)) {
    let start = index;
    while (isWord(text.charCodeAt(start - 1))) start--;
    if (start < index && text[start - 1] !== '.') names.add(text.slice(start, index));
  }
  return names;
}

/** Whether a code unit is one of a name: a letter of ASCII, a digit, `_` or `$`. */
function isWord(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36
  );
}

interface Read {
  readonly source: ts.SourceFile;
  /** What the classes of the file have that were read before. */
  readonly classes: ReadonlyMap<string, MemberList>;
  readonly spot: SpotOf;
}

function ofValue(
  value: ts.Expression,
  { source, classes, spot }: Read,
): [kind: 'members' | 'gives', list: MemberList | undefined, value?: AnyFunction] {
  if (ts.isObjectLiteralExpression(value)) {
    const names = named(value.properties, spot);
    return ['members', names && [...names, ...setIn(source.text.slice(value.pos, value.end), spot(value))]];
  }
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return ['gives', givenBy(value, spot), value];
  if (ts.isNewExpression(value) && ts.isIdentifier(value.expression))
    return ['members', classes.get(value.expression.text)];
  const isStore =
    ts.isCallExpression(value) && ts.isIdentifier(value.expression) && value.expression.text === 'defineStore';
  return ['gives', isStore ? ofStore(value, spot) : undefined];
}

/** `{ … } as const`, `{ … } satisfies Api`, `Object.freeze({ … })` */
function withoutTypes(value: ts.Expression): ts.Expression {
  if (ts.isParenthesizedExpression(value) || ts.isSatisfiesExpression(value)) return withoutTypes(value.expression);
  if (ts.isAsExpression(value) && ts.isConstTypeReference(value.type)) return withoutTypes(value.expression);
  const [argument] = ts.isCallExpression(value) ? value.arguments : [];
  const isFrozen =
    ts.isCallExpression(value) &&
    ts.isPropertyAccessExpression(value.expression) &&
    value.expression.name.text === 'freeze';
  return isFrozen && argument !== undefined ? withoutTypes(argument) : value;
}

function named(members: readonly Pick<ts.TypeElement, 'name'>[], spot: SpotOf): MemberList | undefined {
  const names = members.map(each => [nameOf(each), each.name] as const);
  return names.every(([name]) => name !== undefined)
    ? names.flatMap(([name, node]) => (name === undefined || node === undefined ? [] : [[name, spot(node)] as const]))
    : undefined;
}

/** What users read of a store that is written as options, or as a function. */
function ofStore(call: ts.CallExpression, spot: SpotOf): MemberList | undefined {
  const made = call.arguments.at(-1);
  if (made !== undefined && (ts.isArrowFunction(made) || ts.isFunctionExpression(made))) return givenBy(made, spot);
  const names = (optionsIn(call)?.properties ?? [undefined]).map(each => {
    const option = each === undefined ? undefined : nameOf(each);
    if (each === undefined || option === undefined) return undefined;
    return ofStores.test(option) ? membersIn(each, spot) : [];
  });
  return names.some(each => each === undefined) ? undefined : names.flatMap(each => each ?? []);
}

/** What a function returns, if each of its ends returns an object that is written out. */
function givenBy(node: AnyFunction, spot: SpotOf): MemberList | undefined {
  const { body, type, modifiers, asteriskToken } = node;
  const isAsync = (modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  if (body === undefined || type !== undefined || isAsync || asteriskToken !== undefined) return undefined;
  const returned = ts.isBlock(body) ? returnsIn(body) : [body];
  const lists = returned.map(each => {
    const value = each === undefined ? undefined : withoutTypes(each);
    return value !== undefined && ts.isObjectLiteralExpression(value) ? named(value.properties, spot) : undefined;
  });
  const names = new Map(lists.flatMap(each => each ?? []));
  return lists.some(each => each === undefined) ? undefined : [...names];
}

function returnsIn(node: ts.Node): (ts.Expression | undefined)[] {
  if (ts.isReturnStatement(node)) return [node.expression];
  const found: (ts.Expression | undefined)[] = [];
  ts.forEachChild(node, child => {
    if (!ts.isFunctionLike(child) && !ts.isClassLike(child)) found.push(...returnsIn(child));
  });
  return found;
}

/** What a component takes by names alone: `({ title, open = false }) => …`. */
function propsOf({ body, parameters: [first, ...others] }: AnyFunction, spot: SpotOf): MemberList | undefined {
  if (body === undefined || first === undefined || others.length > 0 || !ts.isObjectBindingPattern(first.name))
    return undefined;
  return namesOfPattern(first.name, spot);
}

/** What a pattern takes of an object, if it does not take the rest. */
export function namesOfPattern({ elements }: ts.ObjectBindingPattern, spot: SpotOf): MemberList | undefined {
  if (elements.some(({ dotDotDotToken }) => dotDotDotToken !== undefined)) return undefined;
  const names = elements.map(({ propertyName, name }) => propertyName ?? name);
  return names.flatMap(name => (ts.isIdentifier(name) ? [[name.text, spot(name)] as const] : []));
}

/** How many arguments a function takes. */
function acceptedBy(node: AnyFunction, spot: SpotOf): ExportFacts['accepts'] {
  const { body, parameters } = node;
  if (body === undefined) return undefined;
  const given = parameters.filter(({ name }) => !ts.isIdentifier(name) || name.text !== 'this');
  const isAny = given.at(-1)?.dotDotDotToken !== undefined;
  const least = given.findLastIndex(
    ({ questionToken, initializer, dotDotDotToken, type }) =>
      [questionToken, initializer, dotDotDotToken].every(each => each === undefined) && !mayBeVoid(type),
  );
  const size = [least + 1, isAny ? -1 : given.length] as const;
  const lines = parameters.map(each => spot(each)[0]);
  // Most stand on one line.
  return new Set([spot(node)[0], ...lines]).size > 1 ? [...size, lines] : size;
}

/** Whether a parameter may be left out by its type. */
function mayBeVoid(type: ts.TypeNode | undefined): boolean {
  if (type === undefined) return false;
  return ts.isUnionTypeNode(type) ? type.types.some(mayBeVoid) : type.kind === ts.SyntaxKind.VoidKeyword;
}
