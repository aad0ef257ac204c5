import type { Rule, SourceCode } from 'eslint';
import type { Expression, Node } from 'estree';
import { dynamicText } from './dynamicText.ts';

const query = /^\s*(?:select\s.+\sfrom\s|insert\s+into\s|update\s.+\sset\s|delete\s+from\s|merge\s+into\s)/is;
const queryMethods = new Set([
  ...['query', 'execute', 'exec', 'raw', 'all', 'get', 'run', 'prepare', 'unsafe'],
  ...['$queryRawUnsafe', '$executeRawUnsafe'],
]);
const shellFunctions = new Set(['exec', 'execSync']);
/** Types of values that hold no text, or one of a few. */
const harmless = /\b(?:number|boolean|bigint|Date)\b|['"]/;
/** Names of what has no text, or one that the program gives. */
const notText = /\.length$|(?:table|database|schema|db|columns?|fields)(?:_?name)?$/i;
const childProcess = /^(?:node:)?child_process$/;

/** Reports SQL in which a parameter of the function around stands between quotes. */
export const sqlFromTemplate: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: "'{{value}}' is in the text of a query." } },
  create: context => ({
    CallExpression(node) {
      const [first] = node.arguments;
      if (first === undefined || !queryMethods.has(calledName(node.callee) ?? '')) return;
      const parts = dynamicText(first);
      if (parts === undefined || !query.test(parts.map(part => (typeof part === 'string' ? part : '?')).join('')))
        return;
      let isQuoted = false;
      for (const part of parts) {
        if (typeof part === 'string') isQuoted = isQuoted !== (part.split("'").length % 2 === 0);
        else if (isQuoted && isParameter(part, context.sourceCode)) {
          context.report({ node: first, messageId: 'found', data: { value: context.sourceCode.getText(part) } });
          return;
        }
      }
    },
  }),
};

/** Reports a shell command that holds a parameter of the function around. */
export const shellFromTemplate: Rule.RuleModule = {
  meta: { type: 'problem', messages: { found: "'{{value}}' is in the text of a command." } },
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
        const value = dynamicText(first)?.find(
          part => typeof part !== 'string' && isParameter(part, context.sourceCode),
        );
        if (typeof value === 'object')
          context.report({ node: first, messageId: 'found', data: { value: context.sourceCode.getText(value) } });
      },
    };
  },
};

/**
 * Whether a value is a parameter of a function, or a member of one, as a caller gives it. A callback is called by another
 * function of the program: of its parameters only what is in one counts, such as `request.query.id`.
 */
function isParameter(value: Expression, source: SourceCode): boolean {
  const root = rootOf(value);
  if (root.type !== 'Identifier' || notText.test(source.getText(value))) return false;
  const found = source.getScope(root).references.find(({ identifier }) => identifier === root)?.resolved ?? undefined;
  const [definition, ...others] = found?.defs ?? [];
  if (definition?.type !== 'Parameter' || others.length > 0) return false;
  const isCallback = (definition.node as Rule.Node).parent?.type === 'CallExpression';
  if (isCallback && !(value.type === 'MemberExpression' && value.object.type === 'MemberExpression')) return false;
  if (isChecked(value, definition.node as Rule.Node, source)) return false;
  const { typeAnnotation } = definition.name as { readonly typeAnnotation?: Node };
  const isHarmless = value === root && typeAnnotation !== undefined && harmless.test(source.getText(typeAnnotation));
  return !isHarmless && found?.references.every(each => !each.isWrite() || each.init === true) === true;
}

/** Whether a function asks what a value is made of before it is used, or whether it is one of several. */
function isChecked(value: Expression, { range: [start] = [0, 0] }: Rule.Node, source: SourceCode): boolean {
  const before = source.text.slice(start, value.range?.[0] ?? start);
  const name = source.getText(value).replace(/[^\w]/g, '\\$&');
  return new RegExp(
    `(?:\\.(?:test|has|includes)|\\b(?:isNaN|isInteger|isFinite|is_?valid\\w*|validate\\w*))\\([^()\\n]{0,80}?(?<![\\w$.])${name}(?![\\w$])|(?<![\\w$.])${name}\\??\\.(?:match|search)\\(`,
    'i',
  ).test(before);
}

function rootOf(value: Expression): Node {
  let each: Node = value;
  while (each.type === 'MemberExpression' && !each.computed) each = each.object;
  return each;
}

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
