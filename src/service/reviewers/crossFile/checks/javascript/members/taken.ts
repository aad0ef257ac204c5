import ts from 'typescript';
import type { NameFacts, Spot } from '../facts.ts';

type Taken = NonNullable<NameFacts['reads']>;

/**
 * What a file takes of names and of the results of their calls by constants, `const { a } = use()`, `const s = use()`, and
 * what it gives to their calls and elements.
 */
export class TakenMembers {
  readonly #spot: (node: ts.Node) => Spot;
  readonly #ofNames = new Map<string, Map<string, ts.Node>>();
  readonly #ofCalls = new Map<string, Map<string, ts.Node>>();
  readonly #ofElements = new Map<string, Map<string, ts.Node>>();
  /** Calls that give a number of arguments, by what is called. */
  readonly #calls = new Map<string, Map<number, ts.Node>>();
  /** Constants that keep the result of a call, by what is called. */
  readonly #keeping = new Map<string, string[]>();

  constructor(spot: (node: ts.Node) => Spot) {
    this.#spot = spot;
  }

  read({ name, initializer }: ts.VariableDeclaration, { flags }: ts.Node): void {
    if (initializer === undefined || (flags & ts.NodeFlags.Const) === 0) return;
    if (ts.isIdentifier(initializer)) take(name, initializer.text, this.#ofNames);
    if (!ts.isCallExpression(initializer) || !ts.isIdentifier(initializer.expression)) return;
    const called = initializer.expression.text;
    if (ts.isIdentifier(name)) this.#keeping.set(called, [...(this.#keeping.get(called) ?? []), name.text]);
    else take(name, called, this.#ofCalls);
  }

  call(name: string, node: ts.CallExpression): void {
    if (node.arguments.some(ts.isSpreadElement)) return;
    const known = this.#calls.get(name) ?? new Map<number, ts.Node>();
    this.#calls.set(name, known);
    if (!known.has(node.arguments.length)) known.set(node.arguments.length, node);
  }

  element({ tagName, attributes }: ts.JsxOpeningLikeElement): void {
    if (!ts.isIdentifier(tagName) || !/^[A-Z]/.test(tagName.text)) return;
    const known = this.#ofElements.get(tagName.text) ?? new Map<string, ts.Node>();
    this.#ofElements.set(tagName.text, known);
    for (const each of attributes.properties)
      if (ts.isJsxAttribute(each) && ts.isIdentifier(each.name) && !known.has(each.name.text))
        known.set(each.name.text, each.name);
  }

  ofElements(name: string): Taken {
    return this.#listed(this.#ofElements.get(name));
  }

  callsOf(name: string): NonNullable<NameFacts['calls']> {
    return [...(this.#calls.get(name) ?? [])].map(([count, node]) => [count, this.#spot(node)]);
  }

  ofName(name: string): Taken {
    return this.#listed(this.#ofNames.get(name));
  }

  /** @param readsOf what is read of a constant */
  ofCall(name: string, readsOf: (constant: string) => Taken): Taken {
    const kept = (this.#keeping.get(name) ?? []).flatMap(readsOf);
    return [...new Map([...kept, ...this.#listed(this.#ofCalls.get(name))])];
  }

  #listed(places: ReadonlyMap<string, ts.Node> | undefined): Taken {
    return [...(places ?? [])].map(([name, node]) => [name, this.#spot(node)]);
  }
}

function take(pattern: ts.BindingName, from: string, places: Map<string, Map<string, ts.Node>>): void {
  if (!ts.isObjectBindingPattern(pattern)) return;
  const known = places.get(from) ?? new Map<string, ts.Node>();
  places.set(from, known);
  for (const { propertyName, name, initializer, dotDotDotToken } of pattern.elements) {
    const taken = propertyName ?? name;
    // What has a default may be missing.
    const isSure = initializer === undefined && dotDotDotToken === undefined && ts.isIdentifier(taken);
    if (isSure && !known.has(taken.text)) known.set(taken.text, taken);
  }
}
