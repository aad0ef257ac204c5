import assert from 'node:assert/strict';
import { reviewGaps } from '../../../../../src/service/engine/result/reviewGaps.ts';
import { eslintReviewer } from '../../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { noDebugger } from '../../../../../src/service/reviewers/eslint/customRules/noDebugger.ts';
import { places, review } from '../../engine/reviewing.ts';

describe('a rule of ESLint that fails', () => {
  const working = { ...noDebugger };
  afterEach(() => void Object.assign(noDebugger, working));

  const fail = (): never => {
    throw new TypeError('No such node.');
  };
  for (const [when, failing] of [
    ['on the code', () => ({ DebuggerStatement: fail })],
    ['before it begins', fail],
  ] as const) {
    it(`${when} is named with its file, and takes nothing from the other rules`, async () => {
      noDebugger.create = failing;
      const after = { 'a.ts': 'export function f(a: number): boolean {\n  debugger;\n  return a !== a;\n}\n' };
      const result = await review([eslintReviewer], { 'a.ts': '' }, after);
      assert.deepEqual(places(result), ['a.ts:3 eslint/no-self-compare']);
      assert.ok(result.status === 'completed');
      assert.deepEqual(reviewGaps(result), [
        {
          message: 'ESLint did not fully check a.ts',
          isFailure: true,
          notifications: [{ path: 'a.ts', reason: 'the rule review/left-debugger failed' }],
        },
      ]);
    });
  }
});
