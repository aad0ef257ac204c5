import assert from 'node:assert/strict';
import { eslintReviewer } from '../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { rules as eslintRules } from '../../../../src/service/reviewers/eslint/rules.ts';
import type { Rule } from '../../../../src/service/reviewers/rule.ts';
import { ruffReviewer } from '../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import { ruffRules } from '../../../../src/service/reviewers/ruff/selection.ts';
import { findingsIn, newFile } from '../engine/newFile.ts';
import { eslintSamples, ruffSamples, type Sample } from './ruleSamples.ts';

const all: Readonly<Record<string, Pick<Rule<never>, 'evidence'>>> = {
  ...eslintRules,
  ...ruffRules,
};

/** Fewest judged comments that say anything of a rule. */
const fewestJudged = 5;
/** Least share of them that has to be right. */
const leastRight = 0.95;

/** Whether the evidence is enough for a rule to be on, and to be severe. */
function isProven(evidence: Rule<never>['evidence']): boolean {
  if ('definite' in evidence) return evidence.definite !== '';
  return evidence.judged >= fewestJudged && evidence.right >= leastRight * evidence.judged;
}

/** Words of linters, in which no comment speaks. */
const linterWords = /\b(?:unexpected|expected|disallow|probable use|identified|detected|do not use|should be)\b/i;

describe('every rule that is on', () => {
  it(`was right ${leastRight * 100} % of ${fewestJudged} times at least, or cannot be wrong`, () => {
    const unproven = Object.entries(all).filter(([, { evidence }]) => !isProven(evidence));
    assert.deepEqual(
      unproven.map(([name]) => name),
      [],
    );
  });

  it('is severe only where comments of it were judged, if it is one of JavaScript', () => {
    const severe = Object.entries(eslintRules).filter(([, { severity }]) => ['critical', 'high'].includes(severity));
    assert.deepEqual(
      severe.filter(([, { evidence }]) => 'definite' in evidence).map(([name]) => name),
      // What a caller can put into a query is grave.
      ['review/sql-from-template'],
    );
  });

  it('is not proven by too few comments, by too many wrong ones, or by no reason', () => {
    const weak: readonly Rule<never>['evidence'][] = [
      { judged: 4, right: 4 },
      { judged: 100, right: 94 },
      { definite: '' },
    ];
    assert.deepEqual(weak.map(isProven), [false, false, false]);
    assert.ok(isProven({ judged: 100, right: 95 }));
  });

  for (const [reviewer, names, samples] of [
    [eslintReviewer, Object.keys(eslintRules), eslintSamples],
    [ruffReviewer, Object.keys(ruffRules), ruffSamples],
  ] as const) {
    it(`has a sentence of its own: ${reviewer.id}`, () =>
      assert.deepEqual(Object.keys(samples).sort(), [...names].sort()));

    for (const [rule, [path, text, title]] of Object.entries<Sample>(samples))
      it(`says what the code does: ${rule}`, async () => {
        const found = await findingsIn(reviewer, newFile(path, text));
        const told = found.filter(each => each.rule === `${reviewer.id}/${rule}`);
        assert.deepEqual(
          told.map(each => each.title),
          [title],
          JSON.stringify(found.map(each => [each.rule, each.title])),
        );
        for (const each of told) {
          assert.doesNotMatch(each.title, linterWords);
          assert.match(each.title, /^[A-Z`].*\.$/);
          assert.match(each.body, /[.?`)]$/);
        }
      });
  }

  it('names the operator whose left side is always the same, whatever stands within', async () => {
    const found = await findingsIn(
      eslintReviewer,
      newFile('a.js', 'x((a === 1 && {}) || b, a === 1 && false && b);\n'),
    );
    assert.deepEqual(
      found.map(({ title }) => title),
      ['The left side of `&&` is always the same here: `a === 1 && false`.'],
    );
  });
});
