import type { Rule, Scope, SourceCode } from 'eslint';
import type { LogicalExpression, Node } from 'estree';

const typeTest =
  /\$Expect(?:Type|Error)\b|\bexpect(?:Type|TypeOf|Assignable|NotAssignable|Error)[ \t]*[<(]|\bassertType[ \t]*[<(]/;

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
 * Compares a value with itself to detect `NaN`, by the name of the function, the word or a similar comparison nearby, or
 * since it is a number.
 */
export const isNaNCheck: FalsePositiveCheck = (node, source) => {
  const comparison = closestAncestor(node, 'BinaryExpression');
  // Comparing literals is no mistake.
  if (comparison?.type === 'BinaryExpression' && comparison.left.type === 'Literal') return true;
  if (
    comparison?.type === 'BinaryExpression' &&
    /^[!=]==?$/.test(comparison.operator) &&
    isNumber(comparison.left, source)
  )
    return true;
  const around =
    comparison && closestAncestor(comparison, 'FunctionDeclaration', 'FunctionExpression', 'VariableDeclarator');
  const name = around?.type === 'FunctionDeclaration' || around?.type === 'VariableDeclarator' ? around.id : undefined;
  if (name?.type === 'Identifier' && /nan/i.test(name.name)) return true;
  if (isOneOfTwo(comparison?.parent)) return true;
  const line = comparison?.loc?.start.line ?? 0;
  return source.lines.slice(Math.max(0, line - 2), line).some(each => /\bNaN/.test(each.slice(0, 1_000)));
};

/** Whether a condition asks of two variables whether they are `NaN`: `a !== a && b !== b`. */
function isOneOfTwo(condition: Node | null | undefined): boolean {
  if (condition?.type !== 'LogicalExpression' || condition.operator !== '&&') return false;
  const { left, right } = condition;
  return [left.type === 'LogicalExpression' ? left.right : left, right].every(
    each =>
      each.type === 'BinaryExpression' &&
      each.operator === '!==' &&
      each.left.type === 'Identifier' &&
      each.right.type === 'Identifier' &&
      each.left.name === each.right.name,
  );
}

/** `+text`, `Number(text)`, `Math.max(a, b)`, `a * b`. */
const numeric = /^(?:[+-](?!=)|Number\(|parse(?:Int|Float)\(|Math\.)|\bNaN\b|[^*]\*[^*]|\s[-/%]\s/;

/** Operators that take numbers, or what is ordered like them. */
const ofNumbers = /^(?:[<>]=?|[-*/%])$/;
/** Each comparison of a variable asks, and all its references tell. */
const numbers = new WeakMap<Scope.Variable, boolean>();

/** Whether a variable is set to what is a number, or to none, or is used as one. */
function isNumber(value: Node, source: SourceCode): boolean {
  if (value.type !== 'Identifier') return false;
  let scope: Scope.Scope | null = source.getScope(value);
  while (scope !== null && !scope.set.has(value.name)) scope = scope.upper;
  const variable = scope?.set.get(value.name);
  if (variable === undefined) return false;
  const known =
    numbers.get(variable) ??
    variable.references.some(({ identifier, writeExpr }) =>
      writeExpr ? numeric.test(source.getText(writeExpr).slice(0, 500)) : isOfNumbers(identifier as Rule.Node),
    );
  numbers.set(variable, known);
  return known;
}

function isOfNumbers({ parent }: Rule.Node): boolean {
  return parent?.type === 'BinaryExpression' && ofNumbers.test(parent.operator);
}

/** A number with more digits than are kept, as in tables, or a limit written in nines. */
export const isRoundedLiteral: FalsePositiveCheck = (node, source) => /[.e]|^9+$/i.test(source.getText(node));

/** A placeholder that a build replaces. */
export const isBuildPlaceholder: FalsePositiveCheck = (node, source) => {
  const part = closestAncestor(node, 'Literal', 'LogicalExpression', 'BinaryExpression');
  return part !== undefined && /['"`](?:_[A-Z0-9_]+_|%[A-Z][A-Z0-9_]*%)['"`]/.test(source.getText(part));
};

/** A temporarily disabled element: `{false && <Panel />}`, `{isOpen && false && <Panel />}`. */
export const isElementDisabled: FalsePositiveCheck = (node, source) => {
  const chain = closestAncestor(node, 'LogicalExpression');
  let whole: { readonly type: string } | null | undefined = chain;
  while (whole?.type === 'LogicalExpression') whole = (whole as Rule.Node).parent;
  return (
    chain !== undefined &&
    whole?.type === 'JSXExpressionContainer' &&
    /(?:^|&&)\s*false\b/.test(source.getText(chain).replace(/^\{/, ''))
  );
};

/** A condition that calls something, which may answer otherwise the next time: `stream.read(1) === 0`. */
export const mayChange: FalsePositiveCheck = (node, source) => {
  const condition = closestAncestor(node, 'BinaryExpression', 'LogicalExpression', 'CallExpression');
  return condition !== undefined && /\(|\+\+|--|\bawait\b/.test(source.getText(condition));
};

/** A branch that does what the one above with its condition does: nothing is missed. */
export const isSameAgain: FalsePositiveCheck = (node, source) => {
  const again = closestAncestor(node, 'IfStatement');
  if (again?.type !== 'IfStatement') return false;
  const plain = (each: Node): string => source.getText(each).replace(/\s+/g, ' ');
  for (let above = again.parent; above.type === 'IfStatement'; above = above.parent)
    if (plain(above.test) === plain(again.test)) return plain(above.consequent) === plain(again.consequent);
  return false;
};

/** A switch that somebody put there: `0 && go()`, `true || isReady`. */
export const isSwitch: FalsePositiveCheck = ({ parent, ...node }) =>
  node.type === 'Literal' &&
  parent?.type === 'LogicalExpression' &&
  parent.operator !== '??' &&
  parent.left.range?.[0] === node.range?.[0] &&
  parent.left.type === 'Literal';

/** `new URL(text) && true` in a `try`: it is made for the error that it may throw. */
export const isTried: FalsePositiveCheck = ({ parent, ...node }) =>
  node.type === 'NewExpression' &&
  parent?.type === 'LogicalExpression' &&
  parent.operator === '&&' &&
  closestAncestor(parent, 'TryStatement') !== undefined;

// Of two texts, one may have been meant as a name.
const literals = /^(?:\d+|true|false) *[<>=!]=?=? *(?:\d+|true|false)$/;

/** Values that are written out and compared: a switch, as `1 > 0 && <Panel />`, or an exercise. */
export const isPlaceholder: FalsePositiveCheck = (node, source) => {
  const comparison = node.type === 'BinaryExpression' ? node : closestAncestor(node, 'BinaryExpression');
  return comparison !== undefined && literals.test(source.getText(comparison));
};

/** An expression statement with an effect: it reads a getter, asserts in a chain or lists calls. */
export const hasSideEffect: FalsePositiveCheck = (node, source) => {
  if (isTypeTest(source)) return true;
  const statement = node.type === 'ExpressionStatement' ? node : closestAncestor(node, 'ExpressionStatement');
  if (statement?.type !== 'ExpressionStatement' || !isComparison(statement.expression)) return true;
  // What only the compiler reads.
  return source.getText(statement).includes('@ts-expect-error');
};

/** Whether a script tests types, by what the compiler reports in it. */
export function isTypeTest({ text }: SourceCode): boolean {
  return typeTest.test(text);
}

/** Whether two values are compared: that cannot be meant to do anything. */
function isComparison(node: Node): boolean {
  return node.type === 'BinaryExpression' && /^(?:[!=]==?|[<>]=?)$/.test(node.operator);
}

/** The node or its closest ancestor of one of the types. */
export function closestAncestor(node: Rule.Node, ...types: readonly Rule.Node['type'][]): Rule.Node | undefined {
  for (let each: Rule.Node | null = node; each !== null; each = each.parent) {
    if (types.includes(each.type)) return each;
  }
  return undefined;
}

/** An entry of an object or a member of a class that stands in it twice and means the same: nothing is lost. */
export const isRepeatedEntry: FalsePositiveCheck = (node, source) => {
  const entry = closestAncestor(node, 'Property', 'MethodDefinition', 'PropertyDefinition');
  const around = entry?.parent;
  const entries: readonly Node[] =
    around?.type === 'ObjectExpression' ? around.properties : around?.type === 'ClassBody' ? around.body : [];
  if (entry === undefined) return false;
  const text = codeOf(entry, source);
  return entries.some(each => each !== entry && codeOf(each, source) === text);
};

/** A field without a value: what takes types out mostly takes it out as well, so that the one above it keeps its value. */
export const isOnlyDeclared: FalsePositiveCheck = node => {
  const field = closestAncestor(node, 'PropertyDefinition', 'MethodDefinition');
  return field?.type === 'PropertyDefinition' && (field.value ?? null) === null;
};

/** A key behind a spread that is above it too: the first value stands for what the spread may lack. */
export const isDefaultOfSpread: FalsePositiveCheck = (node, source) => {
  const entry = closestAncestor(node, 'Property');
  const around = entry?.parent;
  if (entry?.type !== 'Property' || around?.type !== 'ObjectExpression') return false;
  const at = around.properties.indexOf(entry);
  const key = source.getText(entry.key);
  const first = around.properties.findIndex(each => each.type === 'Property' && source.getText(each.key) === key);
  return around.properties.slice(first, at).some(({ type }) => type === 'SpreadElement');
};

/** `[...list] || []`, `{ ...user } || {}`: what follows is only another empty value. */
export const isEmptyDefault: FalsePositiveCheck = node => {
  const choice = choiceBehind(node);
  if (choice === undefined) return false;
  const { left, right } = choice;
  return (
    (right.type === 'ObjectExpression' && right.properties.length === 0 && left.type === 'ObjectExpression') ||
    (right.type === 'ArrayExpression' && right.elements.length === 0 && isOfSpreads(left))
  );
};

/** What is made by a call, or is written out. */
const made = new Set(['CallExpression', 'NewExpression', 'Literal']);

/** `Number(rate) ?? 0`, `[row] || []`, `!a ?? false`: an empty value that is never taken, behind one that is made there. */
export const isEmptyFallback: FalsePositiveCheck = node => {
  const choice = choiceBehind(node);
  if (choice === undefined || choice.left.range?.[0] !== node.range?.[0]) return false;
  const { left, right } = choice;
  if (left.type === 'ArrayExpression') return right.type === 'ArrayExpression' && right.elements.length === 0;
  if (right.type !== 'Literal' || Boolean(right.value)) return false;
  const isTruth = isComparison(left) || (left.type === 'UnaryExpression' && left.operator === '!');
  return made.has(left.type) || isJoined(left) || (isTruth && right.value === false);
};

/** `'Bearer ' + token`, a text that is never empty. */
function isJoined(value: Node): boolean {
  if (value.type !== 'BinaryExpression' || value.operator !== '+') return false;
  return [value.left, value.right].some(each =>
    each.type === 'Literal' ? typeof each.value === 'string' : isJoined(each),
  );
}

/** The choice of another value by `||` or `??` for what a node is in. */
function choiceBehind(node: Rule.Node): LogicalExpression | undefined {
  let left = node;
  while (left.parent !== null && left.parent.type !== 'LogicalExpression') left = left.parent;
  const { parent: choice } = left;
  const isChoice = choice?.type === 'LogicalExpression' && choice.operator !== '&&' && choice.left === left;
  return isChoice ? choice : undefined;
}

/** `` `/${path}` || '/' ``: a text that begins or ends in the same way whatever it holds, with another one for it. */
export const isTextWithDefault: FalsePositiveCheck = node => {
  const text = closestAncestor(node, 'TemplateLiteral');
  const choice = text?.parent;
  if (text?.type !== 'TemplateLiteral' || choice?.type !== 'LogicalExpression') return false;
  const isText = text.quasis.some(({ value }) => value.raw !== '');
  return isText && choice.operator !== '&&' && choice.left === text && choice.right.type === 'Literal';
};

/** A list that has what other lists have, so that it may be empty too. */
function isOfSpreads(node: Node): boolean {
  return node.type === 'ArrayExpression' && node.elements.every(each => each?.type === 'SpreadElement');
}

/**
 * A comparison that is always true in front of one, or behind one, that asks for the same value: `x != NaN && x > 0`. What
 * is wrong with it has no effect there.
 */
export const isBackedUp: FalsePositiveCheck = (node, source) => {
  const comparison = closestAncestor(node, 'BinaryExpression');
  if (comparison?.type !== 'BinaryExpression' || !/^!==?$/.test(comparison.operator)) return false;
  const asked = [comparison.left, comparison.right]
    .map(each => (each.type === 'UnaryExpression' && each.operator === 'typeof' ? each.argument : each))
    .map(each => source.getText(each))
    .filter(text => !/^(?:undefined|NaN|Number\.NaN|['"\d].*)$/.test(text));
  let whole: Rule.Node = comparison;
  while (whole.parent.type === 'LogicalExpression' && whole.parent.operator === '&&') whole = whole.parent;
  return conjunctsOf(whole).some(
    each =>
      each.range?.[0] !== comparison.range?.[0] &&
      asked.some(text => operandsOf(each).some(one => source.getText(one) === text)),
  );
};

function conjunctsOf(node: Node): readonly Node[] {
  return node.type === 'LogicalExpression' && node.operator === '&&'
    ? [...conjunctsOf(node.left), ...conjunctsOf(node.right)]
    : [node];
}

/** What a condition compares. */
function operandsOf(node: Node): readonly Node[] {
  return node.type === 'BinaryExpression' && node.left.type !== 'PrivateIdentifier' ? [node.left, node.right] : [];
}

/** A label of a switch that stands twice above the same code, which is one or a copy. */
export const isRepeatedLabel: FalsePositiveCheck = (node, source) => {
  const label = closestAncestor(node, 'SwitchCase');
  const around = label?.parent;
  if (label?.type !== 'SwitchCase' || around?.type !== 'SwitchStatement') return false;
  const above = around.cases.slice(0, around.cases.indexOf(label));
  const isSame = above.some(
    ({ test, consequent }) =>
      test &&
      label.test &&
      source.getText(test) === source.getText(label.test) &&
      bodyOf(consequent, source) === bodyOf(label.consequent, source),
  );
  if (isSame) return true;
  const joined = above.slice(above.findLastIndex(({ consequent }) => consequent.length > 0) + 1);
  return joined.some(({ test }) => test && label.test && source.getText(test) === source.getText(label.test));
};

/** A step of a sequence: `found || (found = make()) && keep(found)` assigns what is always true, so as to go on. */
export const isAssignedStep: FalsePositiveCheck = ({ parent, ...node }) =>
  node.type === 'AssignmentExpression' ||
  (node.type === 'Identifier' && parent?.type === 'AssignmentExpression' && parent.parent.type === 'LogicalExpression');

/** The last branch of a chain, which is as the one before: it says what holds in all other cases. */
export const isDefaultBranch: FalsePositiveCheck = node => {
  const choice = closestAncestor(node, 'IfStatement', 'ConditionalExpression');
  const around = choice?.parent;
  return around?.type === choice?.type && (around as { alternate?: unknown } | undefined)?.alternate === choice;
};

/** How many choices by one condition make a table, such as one of texts in two languages. */
const fewestInTable = 3;
/** Most places of a condition that are looked at. */
const mostPlaces = 1_000;
const choiceOfTexts = /^\s*\?\s*(["'])((?:(?!\1)[^\n]){0,200})\1\s*:\s*(["'])((?:(?!\3)[^\n]){0,200})\3/;

/** An entry of a table: by the same condition, other places of the file choose between different texts. */
export const isTableEntry: FalsePositiveCheck = (node, source) => {
  const choice = closestAncestor(node, 'ConditionalExpression');
  if (choice?.type !== 'ConditionalExpression' || choice.consequent.type !== 'Literal') return false;
  const [first = '', ...behind] = source.text.split(source.getText(choice.test), mostPlaces);
  const others = behind.filter((text, index) => {
    // What ends like the condition is another one.
    const before = (behind[index - 1] ?? first).at(-1) ?? '';
    const [, , one, , other] = choiceOfTexts.exec(text) ?? [];
    return one !== other && !/[\w$.]/.test(before);
  });
  return others.length >= fewestInTable;
};

/** The code of a case without its layout and comments. */
function bodyOf(statements: readonly Node[], source: SourceCode): string {
  return statements.map(each => codeOf(each, source)).join(' ');
}

/** The code of a node without its layout and comments. */
function codeOf(node: Node, source: SourceCode): string {
  return source
    .getTokens(node)
    .map(({ value }) => value)
    .join(' ')
    .replace(/ ,(?= [)\]}])/g, '');
}
