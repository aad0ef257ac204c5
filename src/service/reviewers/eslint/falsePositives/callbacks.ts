import type { Rule, SourceCode } from 'eslint';
import type { Node, Statement } from 'estree';
import { callbackAround, isFunction, type Callback } from '../callbacks.ts';
import { closestAncestor, type FalsePositiveCheck } from './expressions.ts';

/** A callback without a return whose result nobody uses, which leaves out elements of JSX, or which no array takes. */
export const isResultUnused: FalsePositiveCheck = (node, source) => {
  const callback = callbackAround(node);
  if (callback?.body.type === 'BlockStatement' && callback.body.body.length === 0) return true;
  if (callback !== undefined && (isOfStream(callback) || isOfResult(callback) || isOfModule(callback, source)))
    return true;
  if (callback !== undefined && isDropped(callback.parent)) return true;
  const parent = outside(callback?.parent.parent);
  switch (parent?.type as string | undefined) {
    case 'ExpressionStatement':
    case 'AwaitExpression':
      return true;
    case 'JSXExpressionContainer':
      return callback !== undefined && /\breturn\b/.test(source.getText(callback));
    case 'ReturnStatement':
      return isReturnedToNobody(parent);
    case 'VariableDeclarator':
      return parent !== undefined && isNeverRead(parent, source);
    case 'ArrowFunctionExpression': {
      // The result of a test or an effect: `it('…', () => list.map(…))`, or of what answers an event: `onClick={…}`.
      const taker = parent?.parent;
      return taker?.type === 'CallExpression' || isOfEvent(taker, source);
    }
    default:
      return false;
  }
};

/** Whether a value is that of `onClick={…}`, and not of what asks for elements. */
function isOfEvent(value: Rule.Node | null | undefined, source: SourceCode): boolean {
  const attribute = (value?.type as string | undefined) === 'JSXExpressionContainer' ? value?.parent : undefined;
  return attribute ? /^on(?!Render)[A-Z]/.test(source.getText(attribute)) : false;
}

/** `lists.map(list => { return list.map(…); });` */
function isReturnedToNobody(statement: Rule.Node | undefined): boolean {
  const around =
    statement && closestAncestor(statement, 'ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration');
  const call = around?.parent;
  return call?.type === 'CallExpression' && call.arguments.some(each => each === around) && isDropped(call);
}

/** Whether a variable of a function is read nowhere. */
function isNeverRead(declarator: Rule.Node, source: SourceCode): boolean {
  const variables = source.getDeclaredVariables(declarator);
  return variables.every(
    ({ scope, references }) => scope.variableScope.type === 'function' && !references.some(each => each.isRead()),
  );
}

/** Whether nothing takes the value of an expression: it is a statement, or a part of one, as in `isOpen && list.map(…)`. */
function isDropped(value: Rule.Node): boolean {
  const { parent } = value;
  switch (parent?.type) {
    case 'ExpressionStatement':
      return true;
    case 'SequenceExpression':
      return parent.expressions.at(-1) !== value || isDropped(parent);
    case 'LogicalExpression':
      return parent.right === value && isDropped(parent);
    case 'ConditionalExpression':
      return parent.test !== value && isDropped(parent);
    default:
      return false;
  }
}

/** Methods of arrays that take a function and give another array. */
const giveArrays = /^(?:map|filter|flatMap|sort|toSorted|from|reduce)$/;

/** `clicks$.tap(log).map(…)`: what a method that arrays lack makes with a function is no array. */
function isOfStream({ parent: call }: Callback): boolean {
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  const { object: made } = call.callee;
  if (made.type !== 'CallExpression' || made.callee.type !== 'MemberExpression') return false;
  const { property } = made.callee;
  const isGivenFunction = made.arguments.some(each => each.type.includes('Function'));
  return isGivenFunction && property.type === 'Identifier' && !giveArrays.test(property.name);
}

/** Methods of results, streams and promises that arrays lack. */
const ofResults = /^(?:andThen|catch|catchError|isErr|isOk|mapErr|match|orElse|pipe|subscribe|then|unwrapOr)$/;

/** `load().map(…).mapErr(…)`: what is asked for such a method after it is no array. */
function isOfResult({ parent: call }: Callback): boolean {
  const next = call.type === 'CallExpression' ? call.parent : undefined;
  if (next?.type !== 'MemberExpression' || next.object !== call) return false;
  return next.property.type === 'Identifier' && ofResults.test(next.property.name);
}

/** A module of a package, other than an alias of the project (`@/data`). */
const ofPackage = /^(?:@[\w-]+\/)?[a-z]/;

/** `Effect.map(…)` of an import: a module is no array, nor is what a package exports by a name like that of a type. */
function isOfModule({ parent: call }: Callback, { ast }: SourceCode): boolean {
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false;
  const { object: owner } = call.callee;
  if (owner.type !== 'Identifier') return false;
  return ast.body.some(each => {
    if (each.type !== 'ImportDeclaration') return false;
    const isLikeType = /^[A-Z][a-z]/.test(owner.name) && ofPackage.test(String(each.source.value));
    return each.specifiers.some(
      ({ type, local }) => local.name === owner.name && (type === 'ImportNamespaceSpecifier' || isLikeType),
    );
  });
}

/** The parent of an expression, past the operators that only select or drop it. */
function outside(node: Rule.Node | null | undefined): Rule.Node | undefined {
  const passed = ['ChainExpression', 'LogicalExpression', 'ConditionalExpression', 'UnaryExpression'];
  let each = node ?? undefined;
  while (each !== undefined && passed.includes(each.type)) each = each.parent ?? undefined;
  return each;
}

/** A callback that awaits nothing outside a `try`, that is meant to go on alone, or whose method waits for it. */
export const catchesAwaited: FalsePositiveCheck = (node, source) => {
  const call = closestAncestor(node, 'CallExpression');
  if (call?.type !== 'CallExpression') return false;
  if (call.parent.type === 'AwaitExpression') return true;
  if (!isForEffect(node, source)) return false;
  const [callback] = call.arguments;
  if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression') return false;
  if (callback.body.type !== 'BlockStatement') return isLast(call);
  if (isLast(call) && isHandler(call)) return true;
  if (saysThatNobodyWaits(callback.body, source) || isSaidNotToWait(call, source)) return true;
  const awaited = awaitedIn(callback.body, source);
  if (awaited.length > 0 && awaited.every(each => isDoneAtOnce(each, source))) return true;
  return awaitedIn(callback.body, source, true).length === 0;
};

/** Whether a method only goes through a list: `forEach`, and another one whose answer nobody takes. */
export const isForEffect: FalsePositiveCheck = (node, source) =>
  source.getText(node) === 'forEach' || closestAncestor(node, 'CallExpression')?.parent?.type === 'ExpressionStatement';

/** Whether nothing follows a call that the code of its function could do too early. */
export const isNothingBelow: FalsePositiveCheck = (node, source) => {
  const call = closestAncestor(node, 'CallExpression');
  return isForEffect(node, source) && call?.parent?.type === 'ExpressionStatement' && isEnd(call.parent);
};

/** `forEach` as the last that a script does which nothing imports: the program ends when all is done, or with the error. */
export const isEndOfScript: FalsePositiveCheck = (node, source) => {
  const statement = closestAncestor(node, 'CallExpression')?.parent;
  return (
    isForEffect(node, source) &&
    statement?.type === 'ExpressionStatement' &&
    source.ast.body.at(-1) === statement &&
    !source.ast.body.some(({ type }) => type.startsWith('Export')) &&
    !/\b(?:module\.)?exports\b/.test(source.text)
  );
};

/** Whether a statement is the last that its function does, be it on a condition or before a return of nothing. */
function isEnd(statement: Rule.Node): boolean {
  const { parent: block } = statement;
  if (block?.type === 'IfStatement') return isEnd(block);
  if (block?.type !== 'BlockStatement') return false;
  const next = block.body[block.body.indexOf(statement as Statement) + 1];
  if (next !== undefined) return next.type === 'ReturnStatement' && !next.argument;
  return block.parent.type.includes('Function') || (block.parent.type === 'IfStatement' && isEnd(block.parent));
}

/** Whether a call is the last that a function does: with a callback that is one call, nothing is meant to wait. */
function isLast({ parent: statement }: Rule.Node): boolean {
  const block = statement?.type === 'ExpressionStatement' ? statement.parent : undefined;
  return block?.type === 'BlockStatement' && block.body.at(-1) === statement && block.parent.type.includes('Function');
}

/** `void go(item)` */
function saysThatNobodyWaits(node: Node, source: SourceCode): boolean {
  if (node.type === 'UnaryExpression' && node.operator === 'void') return true;
  return childrenOf(node, source).some(each => saysThatNobodyWaits(each, source));
}

/** How far above a call a comment on it ends, in lines. */
const linesAbove = 3;
const saysNoWait =
  /\b(?:not|(?:do|does|need)n['’]?t|without|never)\b.{0,40}\bwait|\bno need to a?wait|\bfire[- ]and[- ]forget\b/i;

/** Whether a comment above a call says that nobody waits for it. */
function isSaidNotToWait({ loc }: Rule.Node, source: SourceCode): boolean {
  const line = loc?.start.line ?? 0;
  return source.getAllComments().some(({ loc: at, value }) => {
    const end = at?.end.line ?? 0;
    return end < line && end >= line - linesAbove && saysNoWait.test(value);
  });
}

/** Whether the function around a call is handed to another one, as what is done when something happens, and gives no promise. */
function isHandler(call: Rule.Node): boolean {
  const around = closestAncestor(call, 'ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration');
  if (around?.type !== 'ArrowFunctionExpression' && around?.type !== 'FunctionExpression') return false;
  return around.async !== true && around.parent.type === 'CallExpression';
}

/** All that code awaits, without the functions in it. @param isUncaught leaves out what a `try` handles */
function awaitedIn(node: Node, source: SourceCode, isUncaught = false): Node[] {
  if (node.type === 'AwaitExpression') return [node.argument];
  if (node.type === 'ForOfStatement' && node.await) return [node];
  const handled = isUncaught && node.type === 'TryStatement' && node.handler ? node.block : undefined;
  const children = childrenOf(node, source).filter(each => each !== handled && !isFunction(each));
  return children.flatMap(each => awaitedIn(each, source, isUncaught));
}

function childrenOf(node: Node, source: SourceCode): Node[] {
  return (source.visitorKeys[node.type] ?? []).flatMap(key => {
    const child = (node as unknown as Readonly<Record<string, unknown>>)[key];
    return (Array.isArray(child) ? child : [child]).filter(each => each !== null && each !== undefined) as Node[];
  });
}

/** Whether a call is of a function of the file that waits for nothing, so that its promise is kept before it returns. */
function isDoneAtOnce(node: Node, source: SourceCode): boolean {
  const bodies = bodiesOf(node, source);
  return (
    bodies.length === 1 &&
    bodies.every(body => !/\b(?:await|yield|Promise|then)\b|\breturn\b[^;\n]*\(/.test(source.getText(body)))
  );
}

/** The bodies of the functions at the top of a file that a call names. */
function bodiesOf(node: Node, source: SourceCode): Node[] {
  const called = node.type === 'CallExpression' && node.callee.type === 'Identifier' ? node.callee.name : undefined;
  if (called === undefined) return [];
  return source.ast.body.flatMap(each => {
    if (each.type === 'FunctionDeclaration' && each.id.name === called) return [each.body];
    const inits =
      each.type === 'VariableDeclaration'
        ? each.declarations.map(({ id, init }) => (id.type === 'Identifier' && id.name === called ? init : undefined))
        : [];
    return inits.flatMap(init =>
      init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression' ? [init.body] : [],
    );
  });
}
