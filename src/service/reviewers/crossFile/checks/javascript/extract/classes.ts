import ts from 'typescript';
import type { ClassFacts, Spot } from '../facts.ts';
import { unreachableIn } from './unreachable.ts';

/** What may give a class names that are not written in it. */
export const dynamic =
  /\bObject\.(?:assign|definePropert(?:y|ies)|setPrototypeOf)\(|\.prototype\b|\bReflect\.|\bthis\[|\bProxy\(/;
/** Bases that have no method that a class may lose, by the name and in a file that imports it from there. */
const emptyBase = /^(?:P?React\.)?(?:Pure)?Component$/i;
/** Decorators by which Angular and Nest find a class, and that give it no members. */
const ofFrameworks = /^(?:Component|Controller|Directive|Injectable|Pipe|Resolver)$/;
const react = /['"]p?react['"]/;

type Members = Map<string, Spot>;

/** `cart.add = …`, whatever `cart` is. */
const setting = /\.(#?[\w$]+)[ \t]*(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\+\+|--)/g;

/** The classes at the top level of a file and what they use of themselves. */
export function readClasses(source: ts.SourceFile, spot: (node: ts.Node) => Spot): ClassFacts[] {
  const { statements, text } = source;
  const classes = statements.filter(ts.isClassDeclaration);
  if (classes.length === 0) return [];
  const isDynamic = dynamic.test(text);
  const set = new Set([...text.matchAll(setting)].map(([, name = '']) => name));
  const merged = new Set(statements.filter(ts.isInterfaceDeclaration).map(({ name }) => name.text));
  return classes.flatMap(node => {
    // A class without a name is the default of its file.
    const name = node.name?.text ?? 'default';
    const { members, isOpen } = membersOf(node, spot, react.test(text));
    const uses = new Uses(spot);
    for (const each of node.members) uses.read(each, true);
    const used = uses.list().filter(([each]) => !set.has(each));
    const mayHaveMore = isOpen || isDynamic || merged.has(name);
    return used.length === 0
      ? []
      : [{ name, members: [...members], uses: used, ...(mayHaveMore && { isOpen: true as const }) }];
  });
}

/** Names of the members of a class, and whether it may have others. @param hasReact whether the file imports React */
export function membersOf(
  node: ts.ClassDeclaration,
  spot: (node: ts.Node) => Spot,
  hasReact: boolean,
): { readonly members: Members; readonly isOpen: boolean } {
  const base = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const isPlain = base === undefined || (hasReact && emptyBase.test(textOf(base.expression)));
  let isOpen =
    !isPlain ||
    (ts.getDecorators(node) ?? []).some(
      ({ expression: each }) => !ofFrameworks.test(textOf(ts.isCallExpression(each) ? each.expression : each)),
    );
  const members: Members = new Map();
  for (const member of node.members) {
    if (ts.isConstructorDeclaration(member)) {
      for (const each of member.parameters)
        if (ts.isParameterPropertyDeclaration(each, member) && ts.isIdentifier(each.name))
          members.set(each.name.text, spot(each.name));
      continue;
    }
    if (ts.isClassStaticBlockDeclaration(member) || ts.isSemicolonClassElement(member)) continue;
    const name = member.name === undefined ? undefined : nameOf(member.name);
    if (member.name === undefined || name === undefined) isOpen = true;
    else members.set(name, spot(member.name));
  }
  return { members, isOpen };
}

/** `React.Component` */
function textOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (!ts.isPropertyAccessExpression(expression)) return '?';
  return `${textOf(expression.expression)}.${expression.name.text}`;
}

function nameOf(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}

/** What code takes from `this`. */
export class Uses {
  readonly #spot: (node: ts.Node) => Spot;
  readonly #places = new Map<string, Spot[]>();
  /** Names that the code sets, asks for, or takes in a way that may find nothing. */
  readonly #known = new Set<string>();

  constructor(spot: (node: ts.Node) => Spot) {
    this.#spot = spot;
  }

  /** @param isTop whether a function is a member, whose `this` is the instance */
  read(node: ts.Node, isTop = false): void {
    const hasOwnThis =
      ts.isFunctionDeclaration(node) ||
      ts.isFunctionExpression(node) ||
      ts.isClassLike(node) ||
      (!isTop && (ts.isMethodDeclaration(node) || ts.isAccessor(node)));
    if (hasOwnThis) return;
    const unreachable = unreachableIn(node);
    ts.forEachChild(node, child => {
      if (unreachable?.has(child)) return;
      if (ts.isPropertyAccessExpression(child) && child.expression.kind === ts.SyntaxKind.ThisKeyword)
        this.#take(child, node);
      this.read(child);
    });
  }

  list(): ClassFacts['uses'] {
    return [...this.#places].filter(([name]) => !this.#known.has(name));
  }

  #take(access: ts.PropertyAccessExpression, parent: ts.Node): void {
    const { name, questionDotToken } = access;
    const isCalled = ts.isCallExpression(parent) && parent.questionDotToken === undefined;
    // An event handler, or what `bind` is called of.
    const isHandedOn =
      ts.isJsxExpression(parent) || (ts.isPropertyAccessExpression(parent) && parent.questionDotToken === undefined);
    if ((!isCalled && !isHandedOn) || questionDotToken !== undefined) {
      this.#known.add(name.text);
      return;
    }
    const places = this.#places.get(name.text);
    if (places === undefined) this.#places.set(name.text, [this.#spot(name)]);
    else places.push(this.#spot(name));
  }
}
