import type ts from 'typescript';
import type { Spot, ValueFacts } from '../facts.ts';
import { calledName, type Use } from './values.ts';

/** What a constant keeps, and how it is used; undefined where it may be as a promise. */
interface KeptResult {
  readonly call: ts.CallExpression;
  readonly uses: (readonly [node: ts.Node, use: Use | undefined])[];
}

/** The constants of a script that keep the result of a call, by name. */
export class KeptResults {
  readonly #kept = new Map<string, KeptResult>();

  keep(variable: string, call: ts.CallExpression): void {
    this.#kept.set(variable, { call, uses: [] });
  }

  has(variable: string): boolean {
    return this.#kept.has(variable);
  }

  use(variable: string, node: ts.Node, use: Use | undefined): void {
    this.#kept.get(variable)?.uses.push([node, use]);
  }

  /**
   * Calls whose result is only used where no promise can be meant.
   * @param isWhole whether a name is that of one constant alone, which has been seen to be used as often as the script does
   */
  values(isWhole: (variable: string, uses: number) => boolean, spot: (node: ts.Node) => Spot): ValueFacts[] {
    return [...this.#kept].flatMap(([variable, { call, uses }]): ValueFacts[] => {
      const [[node, use] = []] = uses;
      const name = calledName(call);
      if (!isWhole(variable, uses.length) || uses.some(each => each[1] === undefined)) return [];
      if (name === undefined || node === undefined || use === undefined) return [];
      return [{ name, at: spot(call), ...use, kept: [variable, spot(node)[0]] }];
    });
  }
}
