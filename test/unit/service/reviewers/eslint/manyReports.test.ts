import assert from 'node:assert/strict';
import type { Rule, SourceCode } from 'eslint';
import { Linter } from 'eslint/universal';
import * as parser from '@typescript-eslint/parser';
import { eslintReviewer } from '../../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { isNaNCheck } from '../../../../../src/service/reviewers/eslint/falsePositives/expressions.ts';
import { nodesAt } from '../../../../../src/service/reviewers/eslint/nodesAt.ts';
import { fasterThanLinear } from '../../../../host/threadTime.ts';
import { findingsIn, newFile } from '../../engine/newFile.ts';

/** Code in which parts are of one place, out of order, left out or between others. */
const code = `// Before.
@Injectable() export class A<T> extends B implements C { @Input() name?: string = 'a'; get x(): T { return this.#x; } }
const { a, b = 1, ...rest } = { a, [c]: d, e() {}, async *f() {} };
const [, second, , last = \`x\${a}y\${b}\`] = list as unknown as readonly string[];
do { a?.b!.c(); } while ((a, b)); for (const each of list) label: switch (each) { case 1: default: break label; }
type D = { readonly [K in keyof A]?: A[K] extends infer U ? U : never }; enum E { One = 1 }
export const view = <T,>(props: T): JSX.Element => <A {...props} b="c" d={e}>text {f} <></></A>;
export default async function* (this: void, ...args: number[]) { yield* args; await (async () => /x/g)(); }
`;

function parsed(text: string): SourceCode {
  const linter = new Linter();
  const languageOptions = { parser, parserOptions: { ecmaFeatures: { jsx: true } } };
  const messages = linter.verify(text, [{ files: ['**/*.tsx'], languageOptions }], 'a.tsx');
  assert.deepEqual(messages, []);
  return linter.getSourceCode();
}

describe('a file with very many reports', () => {
  it('has the node of each that ESLint itself would find', () => {
    const source = parsed(code);
    const positions = Array.from({ length: code.length + 1 }, (_, at) => at);
    const nodes = nodesAt(source, positions.toReversed());
    const told = (node: object | null | undefined): unknown =>
      node && [(node as { type: string }).type, (node as { range: unknown }).range];
    for (const at of positions)
      assert.deepEqual(told(nodes.get(at)), told(source.getNodeByRangeIndex(at) ?? undefined), code.slice(at, at + 20));
  });

  it('is gone through in time that grows with it and no faster', async () => {
    const work = (size: number) => {
      const source = parsed(Array.from({ length: size }, (_, at) => `a${at};\n`).join(''));
      const positions = source.ast.tokens.map(({ range: [start] }) => start);
      return () => nodesAt(source, positions);
    };
    assert.equal(await fasterThanLinear(work, 1_000, 16_000), undefined);
  });

  it('is not held up by what is long around a comparison of a value with itself', async () => {
    const slow = await fasterThanLinear(size => {
      const source = parsed(
        `export const f = (b: unknown) => [${'a'.repeat(size)}, //${'/* '.repeat(size)}\nb === b];\n`,
      );
      const node = source.getNodeByRangeIndex(source.text.lastIndexOf('===')) ?? assert.fail();
      return () => assert.equal(isNaNCheck(node as Rule.Node, source), false);
    });
    assert.equal(slow, undefined);
  });

  it('has two comparisons of values with themselves taken for a question for `NaN`', async () => {
    const titles = async (condition: string): Promise<number> =>
      (await findingsIn(eslintReviewer, newFile('a.ts', `export const f = (a: X, b: X, c: X) => ${condition};\n`)))
        .length;
    for (const meant of ['a !== a && b !== b', 'a === b || (a !== a && b !== b)', 'c && a !== a && b !== b'])
      assert.equal(await titles(meant), meant.startsWith('c') ? 1 : 0, meant);
    assert.equal(await titles('a !== a || b !== b'), 2);
  });
});
