import type { Rule, Scope, SourceCode } from 'eslint';
import type { Expression, Node, SpreadElement } from 'estree';
import { dynamicText } from './dynamicText.ts';

const query = /^\s*(?:select\s.+\sfrom\s|insert\s+into\s|update\s.+\sset\s|delete\s+from\s|merge\s+into\s)/is;
const queryMethods = new Set([
  ...['query', 'execute', 'exec', 'raw', 'all', 'get', 'run', 'prepare', 'unsafe'],
  ...['one', 'many', 'none', 'any', 'oneOrNone', 'manyOrNone'],
  ...['$queryRawUnsafe', '$executeRawUnsafe'],
]);
/** Types of values that hold no text, or one of a few. */
const harmless = /\b(?:number|boolean|bigint|Date)\b|['"]/;
/** Names of what has no text, or one that the program gives. */
const notText = /\.length$|(?:table|database|schema|db|columns?|fields)(?:_?name)?$/i;

/** What a client sends, as frameworks for servers give it: `request.params.id`, `ctx.request.body.name`. */
const sent = /^(?:req|request|ctx|context)(?:\.req|\.request)?\.(?:params|query|body|headers|cookies)\.\w+$/;

/** Reports SQL in which a parameter of the function around stands between quotes, or what a client sends anywhere. */
export const sqlFromTemplate: Rule.RuleModule = {
  meta: {
    type: 'problem',
    messages: { found: "'{{value}}' is in the text of a query.", bare: "'{{value}}' is a part of a query." },
  },
  create: context => ({
    CallExpression(node) {
      const [first] = node.arguments;
      if (first === undefined || !queryMethods.has(calledName(node.callee) ?? '')) return;
      const parts = textsOf(first, context.sourceCode).flatMap(text =>
        (dynamicText(text) ?? [constantText(text) ?? text]).map(part => ({ text, part })),
      );
      if (!query.test(parts.map(({ part }) => (typeof part === 'string' ? part : '?')).join(''))) return;
      let isQuoted = false;
      for (const { text, part } of parts) {
        if (typeof part === 'string') isQuoted = isQuoted !== (part.split("'").length % 2 === 0);
        else {
          const value = context.sourceCode.getText(part);
          if ((!isQuoted && !sent.test(value)) || !isParameter(part, context.sourceCode)) continue;
          context.report({ node: text, messageId: isQuoted ? 'found' : 'bare', data: { value } });
          return;
        }
      }
    },
  }),
};

/** What the text of a query is put together of: the argument itself, or what a variable holds that is only added to. */
function textsOf(argument: Expression | SpreadElement, source: SourceCode): Expression[] {
  if (argument.type === 'SpreadElement') return [];
  if (argument.type !== 'Identifier') return [argument];
  const found = referenceOf(argument, source)?.resolved;
  const [definition, ...others] = found?.defs ?? [];
  if (definition?.type !== 'Variable' || others.length > 0) return [];
  const { init } = definition.node as { readonly init?: Expression | null };
  const added = (found?.references ?? []).flatMap(({ identifier, init: isFirst }) => {
    const parent: Node | null = (identifier as Rule.Node).parent;
    const isSet = parent?.type === 'AssignmentExpression' && parent.left === identifier;
    return isSet && isFirst !== true ? [parent] : [];
  });
  if (!init || added.some(({ operator }) => operator !== '+=')) return [];
  return [init, ...added.map(({ right }) => right)];
}

function constantText(text: Expression): string | undefined {
  if (text.type === 'TemplateLiteral') return text.quasis[0]?.value.cooked ?? undefined;
  return text.type === 'Literal' && typeof text.value === 'string' ? text.value : undefined;
}

function referenceOf(name: Node, source: SourceCode): Scope.Reference | undefined {
  return source.getScope(name).references.find(({ identifier }) => identifier === name);
}

/**
 * Whether a value is a parameter of a function, or a member of one, as a caller gives it. A callback is called by another
 * function of the program: of its parameters only what is in one counts, such as `request.query.id`.
 */
function isParameter(value: Expression, source: SourceCode): boolean {
  const root = rootOf(value);
  if (root.type !== 'Identifier' || notText.test(source.getText(value))) return false;
  const found = referenceOf(root, source)?.resolved ?? undefined;
  const [definition, ...others] = found?.defs ?? [];
  if (definition?.type !== 'Parameter' || others.length > 0) return false;
  const isCallback = (definition.node as Rule.Node).parent?.type === 'CallExpression';
  if (isCallback && !(value.type === 'MemberExpression' && value.object.type === 'MemberExpression')) return false;
  if (isChecked(value, definition.node as Rule.Node, source)) return false;
  const { typeAnnotation } = definition.name as { readonly typeAnnotation?: Node };
  const isTyped = typeAnnotation !== undefined && harmless.test(source.getText(typeAnnotation));
  const isHarmless = value === root && (isTyped || hasNumber((definition.name as Rule.Node).parent));
  return !isHarmless && found?.references.every(each => !each.isWrite() || each.init === true) === true;
}

/** `days = 30`, a parameter that is a number where nobody gives one. */
function hasNumber(parameter: Node | null): boolean {
  return (
    parameter?.type === 'AssignmentPattern' &&
    parameter.right.type === 'Literal' &&
    typeof parameter.right.value === 'number'
  );
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

function calledName(callee: { readonly type: string }): string | undefined {
  const { name, property } = callee as { name?: unknown; property?: { name?: unknown } };
  const found = callee.type === 'Identifier' ? name : property?.name;
  return typeof found === 'string' ? found : undefined;
}
