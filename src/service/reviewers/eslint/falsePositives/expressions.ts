import type { Rule, SourceCode } from 'eslint';
import type { Node } from 'estree';

const typeTest =
  /\$Expect(?:Type|Error)\b|\bexpect(?:Type|TypeOf|Assignable|NotAssignable|Error)[ \t]*[<(]|\bassertType[ \t]*[<(]/;

const fromOutside = /\breq\b|request|query|params|\.body\b|input|payload|message|location|argv|response|header|cookie/i;

/** Whether a rule's report at a node is a likely false positive: code that was written on purpose. */
export type FalsePositiveCheck = (node: Rule.Node, source: SourceCode) => boolean;

/** Compares the name of a type with an invalid one, which another rule reports. */
export const isTypeofComparison: FalsePositiveCheck = node => {
  const comparison = closestAncestor(node, 'BinaryExpression');
  if (comparison?.type !== 'BinaryExpression') return false;
  return [comparison.left, comparison.right].some(
    each => each.type === 'UnaryExpression' && each.operator === 'typeof',
  );
};

/**
 * Compares a value with itself to detect `NaN`, by the name of the function, a comment or a similar comparison nearby.
 */
export const isNaNCheck: FalsePositiveCheck = (node, source) => {
  const comparison = closestAncestor(node, 'BinaryExpression');
  // Comparing literals is no mistake.
  if (comparison?.type === 'BinaryExpression' && comparison.left.type === 'Literal') return true;
  const around =
    comparison && closestAncestor(comparison, 'FunctionDeclaration', 'FunctionExpression', 'VariableDeclarator');
  const name = around?.type === 'FunctionDeclaration' || around?.type === 'VariableDeclarator' ? around.id : undefined;
  if (name?.type === 'Identifier' && /nan/i.test(name.name)) return true;
  if (/([\w$]+) !== \1 && ([\w$]+) !== \2/.test(source.getText(comparison?.parent ?? node))) return true;
  const line = comparison?.loc?.start.line ?? 0;
  return source.lines.slice(Math.max(0, line - 2), line).some(each => /\/[/*].*\bNaN\b/.test(each));
};

/** The case below only breaks or returns, so the missing `break` changes nothing. */
export const isFallThroughHarmless: FalsePositiveCheck = node =>
  node.type === 'SwitchCase' && node.consequent.every(({ type }) => type === 'BreakStatement');

/** A number with more digits than are kept, as in tables, or a limit written in nines. */
export const isRoundedLiteral: FalsePositiveCheck = (node, source) => /[.e]|^9+$/i.test(source.getText(node));

/** A `map` whose result is unused or only awaited, or which leaves out elements of JSX. */
export const isMapResultUnused: FalsePositiveCheck = (node, source) => {
  // The callback, or a function in it that is closer than any call.
  const callback = closestAncestor(node, 'ArrowFunctionExpression', 'FunctionExpression');
  const parent = outside(callback?.parent?.parent);
  switch (parent?.type as string | undefined) {
    case 'ExpressionStatement':
      return true;
    case 'JSXExpressionContainer':
      return callback !== undefined && /\breturn\b/.test(source.getText(callback));
    case 'ArrowFunctionExpression': {
      // The result of a test or an effect: `it('…', () => list.map(…))`.
      const taker = parent?.parent;
      return taker?.type === 'CallExpression' && taker.callee.type === 'Identifier';
    }
    case 'CallExpression':
      return /^Promise\.\w+\(/.test(source.getText(parent));
    default:
      return false;
  }
};

/** The parent of an expression, past the operators that only select it. */
function outside(node: Rule.Node | null | undefined): Rule.Node | undefined {
  let each = node ?? undefined;
  while (each !== undefined && ['ChainExpression', 'LogicalExpression', 'ConditionalExpression'].includes(each.type))
    each = each.parent ?? undefined;
  return each;
}

/** A placeholder that a build replaces. */
export const isBuildPlaceholder: FalsePositiveCheck = (node, source) => {
  const part = closestAncestor(node, 'Literal', 'LogicalExpression', 'BinaryExpression');
  return part !== undefined && /['"`](?:_[A-Z0-9_]+_|%[A-Z][A-Z0-9_]*%)['"`]/.test(source.getText(part));
};

/** A literal, or a text that by its name does not come from outside. */
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

/** A value that is serialized into the generated program. */
function isWrittenOut(value: Node, source: SourceCode): boolean {
  return value.type === 'CallExpression' && source.getText(value.callee) === 'JSON.stringify';
}

/** A temporarily disabled element: `{false && <Panel />}`. */
export const isElementDisabled: FalsePositiveCheck = node => {
  const container: { readonly type: string } | null | undefined = node.parent?.parent;
  return node.type === 'Literal' && node.value === false && container?.type === 'JSXExpressionContainer';
};

/** An expression statement with an effect: it reads a getter, asserts in a chain or lists calls. */
export const hasSideEffect: FalsePositiveCheck = (node, source) => {
  if (isTypeTest(source)) return true;
  const statement = node.type === 'ExpressionStatement' ? node : closestAncestor(node, 'ExpressionStatement');
  if (statement?.type !== 'ExpressionStatement' || !isDropped(statement.expression)) return true;
  // A function that only checks types.
  return source.getText(statement).includes('@ts-expect-error');
};

/** An optional chain that never ends early, since its object always has a value: `(list || [])?.length`. */
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

/** The initial value of a constant. */
function constantOf(node: Node, source: SourceCode): Node | undefined {
  if (node.type !== 'Identifier') return undefined;
  const found = source.getScope(node).references.find(({ identifier }) => identifier === node);
  const [definition, ...others] = found?.resolved?.defs ?? [];
  if (definition?.type !== 'Variable' || others.length > 0 || definition.parent.kind !== 'const') return undefined;
  return definition.node.id.type === 'Identifier' ? (definition.node.init ?? undefined) : undefined;
}

/** Whether a script tests types, by what the compiler reports in it. */
export function isTypeTest({ text }: SourceCode): boolean {
  return typeTest.test(text);
}

/** Whether a value is computed without an effect and not used. */
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

/** A loop that always ends in its first iteration, to take the first element of a collection. */
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

/** A line that is indented as the continuation of the one above. */
export const isContinuationLine: FalsePositiveCheck = (node, source) => {
  const member = closestAncestor(node, 'MemberExpression');
  if (member?.type !== 'MemberExpression' || !member.property.loc) return false;
  const [before = '', line = ''] = source.lines.slice(member.property.loc.start.line - 2);
  return line.search(/\S/) > before.search(/\S/);
};

/** The node or its closest ancestor of one of the types. */
export function closestAncestor(node: Rule.Node, ...types: readonly Rule.Node['type'][]): Rule.Node | undefined {
  for (let each: Rule.Node | null = node; each !== null; each = each.parent) {
    if (types.includes(each.type)) return each;
  }
  return undefined;
}
