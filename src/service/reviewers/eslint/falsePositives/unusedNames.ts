import type { Rule, Scope, SourceCode } from 'eslint';
import { saysItIsMade } from '../../../engine/diff/excludedFiles.ts';
import { hasImportsOrExports } from '../../hasImportsOrExports.ts';
import { isTypeTest, type FalsePositiveCheck } from './expressions.ts';

const pragma = /@jsx(?:Frag)?[ \t]+([\w$]+)/g;
/** A name with a use that the rule does not see. */
export const isUsedElsewhere: FalsePositiveCheck = (node, source) =>
  isTypeParameter(node) ||
  isOfPragma(node, source) ||
  isOfComment(node, source) ||
  isCommentedOut(node, source) ||
  isTypeOfCaught(node, source) ||
  isGlobal(node, source) ||
  isOneOfImports(source) ||
  isFollowedInArray(node) ||
  isOfLoop(node) ||
  isReadByItself(node, source) ||
  isLoadedForItsEffect(node) ||
  isForCompiler(node, source) ||
  isMade(source);

/** A type parameter, which callers pass even if the type ignores it. */
function isTypeParameter(node: Rule.Node): boolean {
  return (node.parent?.type as string | undefined) === 'TSTypeParameter';
}

/** The factory of JSX elements, named by a pragma or possibly by a build setting. */
function isOfPragma(node: Rule.Node, source: SourceCode): boolean {
  const name = source.getText(node);
  const hasElements = source.ast.tokens.some(({ type }) => (type as string) === 'JSXIdentifier');
  if (hasElements && ['h', 'createElement', 'React'].includes(name)) return true;
  return source.getAllComments().some(({ value }) => [...value.matchAll(pragma)].some(([, each]) => each === name));
}

/** A type or a link of a comment: `@param {Request} request`, `{@link Request}`, `@see Request`. */
const namedInComment = /@\w+[ \t]*\{[^{}]*\}|\{@\w+[ \t]+[^{}|]*\}|@see[ \t]+[\w$.]+/g;

/** A name that a comment uses, which TypeScript counts as well. */
function isOfComment(node: Rule.Node, source: SourceCode): boolean {
  const name = source.getText(node);
  const uses = source.getAllComments().flatMap(({ value }) => value.match(namedInComment) ?? []);
  return uses.some(use => use.split(/[^\w$]+/).includes(name));
}

/** The type of what is caught, which the analysis of scopes leaves out: `catch (error: HttpError | any)`. */
function isTypeOfCaught(node: Rule.Node, source: SourceCode): boolean {
  const name = source.getText(node);
  const types = source.text.matchAll(/\bcatch\s{0,9}\(\s{0,9}\w{1,80}\s{0,9}:([^)\n]{1,300})\)/g);
  return [...types].some(([, type = '']) => type.split(/[^\w$]+/).includes(name));
}

/** What is declared for a use that a comment keeps: `{/* <Badge /> *\/}`, `// await refund(order);`, `// by: refund,`. */
function isCommentedOut(node: Rule.Node, source: SourceCode): boolean {
  if (!/^(?:Function|Class|Variable)Declarat/.test(node.parent?.type ?? '')) return false;
  const name = source.getText(node);
  const uses = source
    .getAllComments()
    .flatMap(({ value }) => value.match(/\b\w+: [\w$]+,?[ \t]*$|<?[\w$]+\(?/gm) ?? []);
  return uses.some(use => use === `<${name}` || use === `${name}(` || /: ([\w$]+),?[ \t]*$/.exec(use)?.[1] === name);
}

/** A global of a classic script, which other scripts may use. */
function isGlobal(node: Rule.Node, source: SourceCode): boolean {
  const name = source.getText(node);
  let scope: Scope.Scope | null = source.getScope(node);
  // A class has its name in itself too.
  while (scope !== null && (scope.type === 'class' || !scope.set.has(name))) scope = scope.upper;
  return scope?.block.type === 'Program' && !hasImportsOrExports(source.text);
}

/** An element of a pattern that others follow: `const [first, second] = pair`. It keeps their places. */
function isFollowedInArray(node: Rule.Node): boolean {
  const element = node.parent?.type === 'AssignmentPattern' ? node.parent : node;
  return element.parent?.type === 'ArrayPattern' && element.parent.elements.at(-1) !== element;
}

/** A variable that its own value reads, `const walk = node => node.children.some(walk)`, which the compiler takes for used. */
function isReadByItself({ parent }: Rule.Node, source: SourceCode): boolean {
  if (parent?.type !== 'VariableDeclarator') return false;
  return source.getDeclaredVariables(parent).some(({ references }) => references.some(each => each.isRead()));
}

/** The variable of a loop that only counts: `for (const each of list) count++`. The syntax asks for one. */
function isOfLoop({ parent }: Rule.Node): boolean {
  const loop = parent?.type === 'VariableDeclarator' ? parent.parent.parent : undefined;
  return (loop?.type === 'ForOfStatement' || loop?.type === 'ForInStatement') && loop.left === parent?.parent;
}

/** Packages that change what others do when they are loaded. */
const patching =
  /^(?:colors|core-js|dotenv|express-async-errors|isomorphic-fetch|module-alias|newrelic|reflect-metadata|source-map-support|whatwg-fetch|zone\.js)(?:\/|$)/;

/**
 * One of the project's own modules as a whole, `const jobs = require('./jobs')` or `import * as jobs from './jobs'`, which
 * runs when it is loaded, or a package that changes others.
 */
function isLoadedForItsEffect(node: Rule.Node): boolean {
  const { parent } = node;
  if (parent?.type === 'ImportNamespaceSpecifier')
    return parent.parent.type === 'ImportDeclaration' && isOwn(parent.parent.source.value, node);
  if (parent?.type !== 'VariableDeclarator' || parent.id !== node || node.type !== 'Identifier') return false;
  const { init } = parent;
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'require')
    return false;
  const [from] = init.arguments;
  if (from?.type !== 'Literal' || typeof from.value !== 'string') return false;
  return patching.test(from.value) || isOwn(from.value, node);
}

/** Whether a module is the project's own, and named as modules are: classes and other values are named otherwise. */
function isOwn(module: unknown, node: Rule.Node): boolean {
  return (
    typeof module === 'string' && module.startsWith('.') && node.type === 'Identifier' && /^[a-z]+$/.test(node.name)
  );
}

/** Each name of a file asks, and the whole text tells. */
const made = new WeakMap<SourceCode, boolean>();

/** A name in a file that a program wrote. */
function isMade(source: SourceCode): boolean {
  const known = made.get(source) ?? saysItIsMade(source.text);
  made.set(source, known);
  return known;
}

/** A declaration in a test of types. */
function isForCompiler(node: Rule.Node, source: SourceCode): boolean {
  return isTypeTest(source) && node.parent?.type.startsWith('Import') !== true;
}

/** A script of imports alone shows how something is imported. */
function isOneOfImports({ ast }: SourceCode): boolean {
  return ast.body.every(({ type }) => type === 'ImportDeclaration');
}
