import type { Rule } from 'eslint';
import type { Expression, Node } from 'estree';
import { dynamicText } from './dynamicText.ts';

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
// The end of a text that a value follows, not an identifier or a part of the query.
const beforeValue = /(?:[=<>,(%']|\blike|\bvalues|\band|\bor|\bbetween|\blimit|\boffset)\s*$/i;
const shellFunctions = new Set(['exec', 'execSync']);
const childProcess = /^(?:node:)?child_process$/;

/** Reports SQL that is built from values where a parameter could be used. */
export const sqlFromTemplate: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'SQL is built from values.' } },
  create: context => ({
    CallExpression(node) {
      if (!queryMethods.has(calledName(node.callee) ?? '')) return;
      // A query with parameters interpolates only what a parameter cannot replace.
      const [first, second] = node.arguments;
      if (first === undefined || second !== undefined) return;
      const parts = dynamicText(first);
      if (parts === undefined || !query.test(parts.map(part => (typeof part === 'string' ? part : '?')).join('')))
        return;
      const isFound = parts.some((part, at) => {
        const before = parts[at - 1];
        return typeof part !== 'string' && isUnsafe(part) && typeof before === 'string' && beforeValue.test(before);
      });
      if (isFound) context.report({ node: first, messageId: 'found' });
    },
  }),
};

/** Reports a shell command that is built from values. */
export const shellFromTemplate: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: 'The shell command is built from values.' } },
  create: context => {
    const modules = new Set<string>();
    const functions = new Set<string>();
    const isModule = (node: Node): boolean =>
      node.type === 'Identifier' ? modules.has(node.name) : isRequired(node, childProcess);
    const isShell = (node: Node): boolean => {
      if (node.type === 'Identifier') return functions.has(node.name);
      return node.type === 'MemberExpression' && isModule(node.object) && shellFunctions.has(calledName(node) ?? '');
    };
    return {
      ImportDeclaration({ source, specifiers }) {
        if (!childProcess.test(String(source.value))) return;
        for (const each of specifiers) {
          if (each.type !== 'ImportSpecifier') modules.add(each.local.name);
          else if (each.imported.type === 'Identifier' && shellFunctions.has(each.imported.name))
            functions.add(each.local.name);
        }
      },
      VariableDeclarator({ id, init }) {
        if (!init) return;
        const [wrapped] =
          init.type === 'CallExpression' && calledName(init.callee) === 'promisify' ? init.arguments : [];
        if (id.type === 'Identifier') {
          if (isModule(init)) modules.add(id.name);
          if (isShell(wrapped ?? init)) functions.add(id.name);
        }
        if (id.type !== 'ObjectPattern' || !isModule(init)) return;
        for (const each of id.properties) {
          if (each.type !== 'Property' || each.key.type !== 'Identifier' || each.value.type !== 'Identifier') continue;
          if (shellFunctions.has(each.key.name)) functions.add(each.value.name);
        }
      },
      CallExpression({ callee, arguments: [first] }) {
        if (first === undefined || !isShell(callee)) return;
        const parts = dynamicText(first);
        if (parts?.some(part => typeof part !== 'string' && isUnsafe(part)))
          context.report({ node: first, messageId: 'found' });
      },
    };
  },
};

function isRequired(node: Node, name: RegExp): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return false;
  const [first] = node.arguments;
  return first?.type === 'Literal' && name.test(String(first.value));
}

function calledName(callee: { readonly type: string }): string | undefined {
  const { name, property } = callee as { name?: unknown; property?: { name?: unknown } };
  const found = callee.type === 'Identifier' ? name : property?.name;
  return typeof found === 'string' ? found : undefined;
}

/** Constants (by their name), lists of placeholders, choices between texts and numbers are safe. */
function isUnsafe(value: Expression): boolean {
  if (value.type === 'ConditionalExpression') return isUnsafe(value.consequent) || isUnsafe(value.alternate);
  const name =
    value.type === 'Identifier'
      ? value.name
      : value.type === 'MemberExpression' && value.property.type === 'Identifier'
        ? value.property.name
        : '';
  if (
    /^[A-Z][A-Z0-9_]*$/.test(name) ||
    /placeholder|columns?$|fields$|(?:table|database|schema|db)(?:_?name)?$|^length$/i.test(name)
  )
    return false;
  return value.type !== 'Literal';
}
