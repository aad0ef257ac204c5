import type { Rule, SourceCode } from 'eslint';
import type { Node } from 'estree';

const typeTest =
  /\$Expect(?:Type|Error)\b|\bexpect(?:Type|TypeOf|Assignable|NotAssignable|Error)[ \t]*[<(]|\bassertType[ \t]*[<(]/;

const fromOutside = /\breq\b|request|query|params|\.body\b|input|payload|message|location|argv|response|header|cookie/i;

/** Whether a rule's report at a node is a likely false positive: code that was written on purpose. */
export type FalsePositiveCheck = (node: Rule.Node, source: SourceCode) => boolean;

/** A comparison of a type's name with what is none, which another rule tells of. */
export const isTypeofComparison: FalsePositiveCheck = node => {
  const comparison = closestAncestor(node, 'BinaryExpression');
  if (comparison?.type !== 'BinaryExpression') return false;
  return [comparison.left, comparison.right].some(
    each => each.type === 'UnaryExpression' && each.operator === 'typeof',
  );
};

/** A comparison of a value with itself that tells `NaN`, by the name of the function, by a comment or by its like beside. */
export const isNaNCheck: FalsePositiveCheck = (node, source) => {
  const comparison = closestAncestor(node, 'BinaryExpression');
  // Numbers that are written out are no slip.
  if (comparison?.type === 'BinaryExpression' && comparison.left.type === 'Literal') return true;
  const around =
    comparison && closestAncestor(comparison, 'FunctionDeclaration', 'FunctionExpression', 'VariableDeclarator');
  const name = around?.type === 'FunctionDeclaration' || around?.type === 'VariableDeclarator' ? around.id : undefined;
  if (name?.type === 'Identifier' && /nan/i.test(name.name)) return true;
  if (/([\w$]+) !== \1 && ([\w$]+) !== \2/.test(source.getText(comparison?.parent ?? node))) return true;
  const line = comparison?.loc?.start.line ?? 0;
  return source.lines.slice(Math.max(0, line - 2), line).some(each => /\/[/*].*\bNaN\b/.test(each));
};

/** A case that would only be left at once, and whose lack of a `break` above so changes nothing. */
export const isFallThroughHarmless: FalsePositiveCheck = node =>
  node.type === 'SwitchCase' && node.consequent.every(({ type }) => type === 'BreakStatement');

/** Numbers that are written with more digits than are kept, as tables are, and the largest that someone thought of. */
export const isRoundedLiteral: FalsePositiveCheck = (node, source) => /[.e]|^9+$/i.test(source.getText(node));

/** A `map` whose array nobody reads, whose promises are only waited for, or some of whose elements are not shown. */
export const isMapResultUnused: FalsePositiveCheck = (node, source) => {
  // The callback, or something in it that is closer than any call.
  const callback = closestAncestor(node, 'ArrowFunctionExpression', 'FunctionExpression');
  const parent = outside(callback?.parent?.parent);
  switch (parent?.type as string | undefined) {
    case 'ExpressionStatement':
      return true;
    case 'JSXExpressionContainer':
      return callback !== undefined && /\breturn\b/.test(source.getText(callback));
    case 'ArrowFunctionExpression': {
      // What a test or an effect gives back, `it('…', () => list.map(…))`.
      const taker = parent?.parent;
      return taker?.type === 'CallExpression' && taker.callee.type === 'Identifier';
    }
    case 'CallExpression':
      return /^Promise\.\w+\(/.test(source.getText(parent));
    default:
      return false;
  }
};

/** What is around an expression and whatever only chooses whether it is taken. */
function outside(node: Rule.Node | null | undefined): Rule.Node | undefined {
  let each = node ?? undefined;
  while (each !== undefined && ['ChainExpression', 'LogicalExpression', 'ConditionalExpression'].includes(each.type))
    each = each.parent ?? undefined;
  return each;
}

/** A text that a build puts another one in place of. */
export const isBuildPlaceholder: FalsePositiveCheck = (node, source) => {
  const part = closestAncestor(node, 'Literal', 'LogicalExpression', 'BinaryExpression');
  return part !== undefined && /['"`](?:_[A-Z0-9_]+_|%[A-Z][A-Z0-9_]*%)['"`]/.test(source.getText(part));
};

/** Text that is written out in the program itself, or that does not come from outside by its name. */
export const isTrustedText: FalsePositiveCheck = (node, source) => {
  const call = closestAncestor(node, 'CallExpression', 'NewExpression');
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return false;
  return call.arguments.every(
    each =>
      (each.type === 'Literal' && typeof each.value === 'string') ||
      (each.type === 'TemplateLiteral' && each.expressions.every(value => isWrittenOut(value, source))) ||
      !fromOutside.test(source.getText(each)),
  );
};

/** A value that stays one in the program that it is put into. */
function isWrittenOut(value: Node, source: SourceCode): boolean {
  return value.type === 'CallExpression' && source.getText(value.callee) === 'JSON.stringify';
}

/** An element that was switched off for a while: `{false && <Panel />}`. */
export const isElementDisabled: FalsePositiveCheck = node => {
  const container: { readonly type: string } | null | undefined = node.parent?.parent;
  return node.type === 'Literal' && node.value === false && container?.type === 'JSXExpressionContainer';
};

/** What an expression that stands alone may be there for: a getter that is read, a chain of assertions, a list of calls. */
export const hasSideEffect: FalsePositiveCheck = (node, source) => {
  if (isTypeTest(source)) return true;
  const statement = node.type === 'ExpressionStatement' ? node : closestAncestor(node, 'ExpressionStatement');
  if (statement?.type !== 'ExpressionStatement' || !isDropped(statement.expression)) return true;
  // A function that only the compiler reads.
  return source.getText(statement).includes('@ts-expect-error');
};

/** A chain that never stops early, since what it could stop at has a value: `(list || [])?.length`. */
export const isChainNeverShort: FalsePositiveCheck = (node, source) => {
  const chain = closestAncestor(node, 'ChainExpression');
  let each: Node | undefined = chain?.type === 'ChainExpression' ? chain.expression : undefined;
  let stops = 0;
  while (each?.type === 'MemberExpression' || each?.type === 'CallExpression') {
    const inner: Node = each.type === 'MemberExpression' ? each.object : each.callee;
    if (each.optional && !hasDefault(inner) && !hasDefault(constantOf(inner, source))) return false;
    if (each.optional) stops++;
    each = inner;
  }
  return stops > 0;
};

function hasDefault(node: Node | undefined): boolean {
  if (node?.type !== 'LogicalExpression' || node.operator === '&&') return false;
  return ['ArrayExpression', 'ObjectExpression', 'TemplateLiteral', 'NewExpression'].includes(node.right.type);
}

/** What a constant was set to. */
function constantOf(node: Node, source: SourceCode): Node | undefined {
  if (node.type !== 'Identifier') return undefined;
  const found = source.getScope(node).references.find(({ identifier }) => identifier === node);
  const [definition, ...others] = found?.resolved?.defs ?? [];
  if (definition?.type !== 'Variable' || others.length > 0 || definition.parent.kind !== 'const') return undefined;
  return definition.node.id.type === 'Identifier' ? (definition.node.init ?? undefined) : undefined;
}

/** Whether a script is there for what the compiler says of it, as the tests of types are. */
export function isTypeTest({ text }: SourceCode): boolean {
  return typeTest.test(text);
}

/** A value that was computed, and nothing else done. */
function isDropped(node: Node): boolean {
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'TemplateLiteral':
      return true;
    case 'BinaryExpression':
      return !['in', 'instanceof'].includes(node.operator);
    default:
      return false;
  }
}

/** A loop that is left in its first round with nothing to decide, as the first of a collection is taken. */
export const returnsFirstElement: FalsePositiveCheck = node => {
  const loop = closestAncestor(
    node,
    'ForInStatement',
    'ForOfStatement',
    'ForStatement',
    'WhileStatement',
    'DoWhileStatement',
  );
  if (loop?.type !== 'ForInStatement' && loop?.type !== 'ForOfStatement') return false;
  const inside = loop.body.type === 'BlockStatement' ? loop.body.body : [loop.body];
  return inside.every(({ type }) => type !== 'IfStatement' && type !== 'SwitchStatement' && type !== 'TryStatement');
};

/** A line that is indented below the one it continues. */
export const isContinuationLine: FalsePositiveCheck = (node, source) => {
  const member = closestAncestor(node, 'MemberExpression');
  if (member?.type !== 'MemberExpression' || !member.property.loc) return false;
  const [before = '', line = ''] = source.lines.slice(member.property.loc.start.line - 2);
  return line.search(/\S/) > before.search(/\S/);
};

/** The node itself, or the closest one around it, that is of one of the types. */
export function closestAncestor(node: Rule.Node, ...types: readonly Rule.Node['type'][]): Rule.Node | undefined {
  for (let each: Rule.Node | null = node; each !== null; each = each.parent) {
    if (types.includes(each.type)) return each;
  }
  return undefined;
}
