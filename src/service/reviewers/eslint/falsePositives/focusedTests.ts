import type { Rule, Scope, SourceCode } from 'eslint';
import type { CallExpression, Identifier, Node } from 'estree';

/** What a function is called that runs a test alone on purpose. */
const focusing = /(?:^|[_.$])only$|[a-z\d]Only$|(?:^f|F)ocus(?:ed)?$/;

/** Whether a call of `it.only` is in a function that is there to make it, and hands on what it was given. */
export function isInWrapper(node: CallExpression & Rule.NodeParentExtension, source: SourceCode): boolean {
  if (source.getAncestors(node).some(each => focusing.test(nameOf(each as Rule.Node, source)))) return true;
  const [title, ...others] = node.arguments;
  if (title === undefined) return false;
  const helper = functionTaking(title.type === 'SpreadElement' ? title.argument : title, source);
  // One that is written for each of some cases has their names: `cases.forEach(({ name }) => it.only(name, …))`.
  if (helper === undefined || helper.parent?.type === 'CallExpression') return false;
  const callback = others.find(({ type }) => /^(?:Arrow)?Function(?:Expression)?/.test(type));
  return (
    callback === undefined ||
    source.scopeManager.acquire(callback)?.through.some(({ resolved }) => isParameterOf(resolved, helper)) === true
  );
}

/** The name under which a function can be called; empty for all that is none or has none. */
function nameOf(node: Rule.Node, source: SourceCode): string {
  // That of `export default function () {}` has none.
  if (node.type === 'FunctionDeclaration') return (node.id as Identifier | null)?.name ?? '';
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression') return '';
  const { parent } = node;
  if (parent.type === 'Property' || parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition')
    return source.getText(parent.key);
  if (parent.type === 'VariableDeclarator') return source.getText(parent.id);
  return parent.type === 'AssignmentExpression' ? source.getText(parent.left) : '';
}

/** The function of which a name is a parameter; undefined if it is anything else. */
function functionTaking(node: Node, source: SourceCode): Rule.Node | undefined {
  if (node.type !== 'Identifier') return undefined;
  for (let scope: Scope.Scope | null = source.getScope(node); scope !== null; scope = scope.upper) {
    const found = scope.set.get(node.name);
    if (found === undefined) continue;
    const [definition] = found.defs;
    return definition?.type === 'Parameter' ? (definition.node as Rule.Node) : undefined;
  }
  return undefined;
}

function isParameterOf(variable: Scope.Variable | null, helper: Rule.Node): boolean {
  return variable?.defs.some(({ type, node }) => type === 'Parameter' && node === helper) === true;
}
