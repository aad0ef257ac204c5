import { closestAncestor, type FalsePositiveCheck } from './expressions.ts';

const reading = /\bJSON\.parse\(|\bnew (?:URL|RegExp)\(|\bdecodeURI(?:Component)?\(|\batob\(/;

/** An `async` executor that catches every error: `new Promise(async (resolve, reject) => { try … catch … })`. */
export const catchesAllErrors: FalsePositiveCheck = node => {
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression') return false;
  if (node.body.type !== 'BlockStatement') return false;
  const doing = node.body.body.filter(({ type }) => type !== 'VariableDeclaration' && type !== 'FunctionDeclaration');
  return doing.length > 0 && doing.every(each => each.type === 'TryStatement' && each.handler);
};

/** A `forEach` whose callback catches the errors of what it awaits. */
export const catchesAwaited: FalsePositiveCheck = (node, source) => {
  const call = closestAncestor(node, 'CallExpression');
  if (call?.type !== 'CallExpression' || source.getText(node) !== 'forEach') return false;
  const [callback] = call.arguments;
  if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression') return false;
  if (callback.body.type !== 'BlockStatement') return false;
  const caught = callback.body.body.filter(each => each.type === 'TryStatement' && each.handler);
  const others = callback.body.body.filter(each => !caught.includes(each));
  return caught.length > 0 && others.every(each => !/\bawait\b/.test(source.getText(each)));
};

/** An error that is reported, or that only says that a text has the wrong format. */
export const isErrorHandled: FalsePositiveCheck = (node, source) => {
  const caught = closestAncestor(node, 'CatchClause');
  if (caught?.type !== 'CatchClause' || caught.parent.type !== 'TryStatement') return false;
  if (source.getDeclaredVariables(caught).some(({ references }) => references.length > 0)) return true;
  // The throw depends on something else.
  if (closestAncestor(node, 'IfStatement', 'CatchClause')?.type === 'IfStatement') return true;
  const [tried, ...others] = caught.parent.block.body;
  return tried !== undefined && others.length === 0 && reading.test(source.getText(tried));
};

/** A jump out of `finally` that discards nothing: all errors are caught before, and nothing is returned. */
export const discardsNothing: FalsePositiveCheck = (node, source) => {
  const tried = closestAncestor(node, 'TryStatement');
  if (tried?.type !== 'TryStatement' || !tried.handler) return false;
  return ![tried.block, tried.handler].some(each => /\b(?:throw|return)\b/.test(source.getText(each)));
};
