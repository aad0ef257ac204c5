import ts from 'typescript';
import type { ImportFacts, NameFacts, Spot } from '../facts.ts';

/** What code reads of names, `u.two`, which may stand for whole modules. */
export class Members {
  readonly #spot: (node: ts.Node) => Spot;
  /** The first place of each, by what it is read of. */
  readonly #places = new Map<string, Map<string, ts.Node>>();
  /** What the code asks for, or reads in a way that may find nothing. */
  readonly #asked = new Set<string>();
  /** What it may find missing, since it tests, sets or has another value for it. */
  readonly #spared = new Set<string>();

  constructor(spot: (node: ts.Node) => Spot) {
    this.#spot = spot;
  }

  read(local: string, access: ts.PropertyAccessExpression, parent: ts.Node): void {
    const isCalled =
      (ts.isCallExpression(parent) || ts.isNewExpression(parent) || ts.isPropertyAccessExpression(parent)) &&
      parent.expression === access;
    const name = access.name.text;
    if (!isCalled || access.questionDotToken !== undefined || isOptional(parent)) this.#asked.add(`${local}.${name}`);
    if (isSpared(access, parent)) this.#spared.add(`${local}.${name}`);
    const places = this.#places.get(local) ?? new Map<string, ts.Node>();
    this.#places.set(local, places);
    if (!places.has(name)) places.set(name, access.name);
  }

  /** What is read of a name that has to be there. */
  readOf(local: string): (readonly [member: string, at: Spot])[] {
    return [...(this.#places.get(local) ?? [])].flatMap(([name, place]) =>
      this.#spared.has(`${local}.${name}`) ? [] : [[name, this.#spot(place)] as const],
    );
  }

  /** What is called or looked into of a name, wherever it is read. */
  of(local: string): NameFacts[] {
    return [...(this.#places.get(local) ?? [])].flatMap(([name, place]) =>
      this.#asked.has(`${local}.${name}`) ? [] : [{ name, local: name, at: this.#spot(place) }],
    );
  }
}

/** `u.two?.()`, `u.two?.name` */
function isOptional(node: ts.Node): boolean {
  return (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) && node.questionDotToken !== undefined;
}

/** `u.two ?? one`, `if (u.two)`, `!u.two`, `typeof u.two`, `u.two = one`, `u.two?.name` */
function isSpared(access: ts.PropertyAccessExpression, parent: ts.Node): boolean {
  if (access.questionDotToken !== undefined || isOptional(parent)) return true;
  if (ts.isBinaryExpression(parent)) return parent.left === access && sparing.has(parent.operatorToken.kind);
  if (ts.isConditionalExpression(parent)) return parent.condition === access;
  return (
    ts.isPrefixUnaryExpression(parent) ||
    ts.isIfStatement(parent) ||
    ts.isTypeOfExpression(parent) ||
    ts.isDeleteExpression(parent)
  );
}

const sparing = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

/** An import with what is taken of the whole module. */
export function withMembers(facts: ImportFacts, members: readonly NameFacts[]): ImportFacts {
  return members.length === 0 ? facts : { ...facts, members };
}
