import assert from 'node:assert/strict';
import { eslintReviewer } from '../../../../src/service/reviewers/eslint/eslintReviewer.ts';
import { rules as eslintRules } from '../../../../src/service/reviewers/eslint/rules.ts';
import { ruffReviewer } from '../../../../src/service/reviewers/ruff/ruffReviewer.ts';
import { ruffRules } from '../../../../src/service/reviewers/ruff/selection.ts';
import { findingsIn, newFile } from '../engine/newFile.ts';
import { eslintSamples, ruffSamples, type Sample } from './ruleSamples.ts';

/** Words of linters, in which no comment speaks. */
const linterWords = /\b(?:unexpected|expected|disallow|probable use|identified|detected|do not use|should be)\b/i;

describe('every rule that is on', () => {
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

  it('shows the operator that a negation binds tighter than', async () => {
    const found = await findingsIn(eslintReviewer, newFile('a.js', 'if (!a in b || !a instanceof B) go();\n'));
    assert.deepEqual(
      found.map(({ body }) => /`!\(.*`/.exec(body)?.[0]),
      ['`!(… in …)`', '`!(… instanceof …)`'],
    );
  });

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
