import type { Rule } from 'eslint';
import type { Expression, SpreadElement } from 'estree';

const query =
  /^\s*(?:select\s.+\sfrom\s|insert\s+into\s|update\s.+\sset\s|delete\s+from\s|drop\s+table\s|merge\s+into\s)/is;
const queryMethods = new Set([
  'query',
  'execute',
  'exec',
  'raw',
  'all',
  'get',
  'run',
  'prepare',
  'unsafe',
  '$queryRawUnsafe',
  '$executeRawUnsafe',
]);
const shellFunctions = new Set(['exec', 'execSync']);

/** A query whose text is put together from values. */
export const sqlFromTemplate: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'The query is put together from values.' } },
  create: context => ({
    CallExpression(node) {
      if (!queryMethods.has(calledName(node.callee) ?? '')) return;
      const [first] = node.arguments;
      const parts = first === undefined ? undefined : builtText(first);
      if (parts !== undefined && query.test(parts.text) && parts.values.some(isUnsafe)) {
        context.report({ node: first as Expression, messageId: 'found' });
      }
    },
  }),
};

/** A shell command whose text is put together from values. */
export const shellFromTemplate: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'The shell command is put together from values.' } },
  create: context => {
    let hasChildProcess = false;
    const noteSource = (source: unknown): void => {
      if (source === 'child_process' || source === 'node:child_process') hasChildProcess = true;
    };
    return {
      ImportDeclaration: node => noteSource(node.source.value),
      CallExpression(node) {
        const { callee, arguments: given } = node;
        const [first] = given;
        if (callee.type === 'Identifier' && callee.name === 'require' && first?.type === 'Literal')
          noteSource(first.value);
        if (!hasChildProcess || !shellFunctions.has(calledName(callee) ?? '')) return;
        const parts = first === undefined ? undefined : builtText(first);
        if (parts?.values.some(isUnsafe)) context.report({ node: first as Expression, messageId: 'found' });
      },
    };
  },
};

function calledName(callee: { readonly type: string }): string | undefined {
  const { name, property } = callee as { name?: unknown; property?: { name?: unknown } };
  const found = callee.type === 'Identifier' ? name : property?.name;
  return typeof found === 'string' ? found : undefined;
}

/** A template or a sum of texts, taken apart; undefined for text that is whole. */
function builtText(node: Expression | SpreadElement): { text: string; values: readonly Expression[] } | undefined {
  if (node.type === 'TemplateLiteral') {
    if (node.expressions.length === 0) return undefined;
    return { text: node.quasis.map(({ value }) => value.cooked ?? value.raw).join('?'), values: node.expressions };
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const parts = sumOf(node);
  const isText = (part: Expression): boolean => part.type === 'Literal' && typeof part.value === 'string';
  const values = parts.filter(part => !isText(part));
  if (values.length === 0 || values.length === parts.length) return undefined;
  return { text: parts.map(part => (part.type === 'Literal' ? String(part.value) : '?')).join(''), values };
}

function sumOf(node: Expression): Expression[] {
  if (node.type !== 'BinaryExpression' || node.operator !== '+' || node.left.type === 'PrivateIdentifier')
    return [node];
  return [...sumOf(node.left), ...sumOf(node.right)];
}

/** Constants by their name, numbers and lists of placeholders are no danger. */
function isUnsafe(value: Expression): boolean {
  const name =
    value.type === 'Identifier'
      ? value.name
      : value.type === 'MemberExpression' && value.property.type === 'Identifier'
        ? value.property.name
        : '';
  if (/^[A-Z][A-Z0-9_]*$/.test(name) || /placeholder|columns?$|fields$|table(?:name)?$|^length$/i.test(name))
    return false;
  return value.type !== 'Literal';
}
