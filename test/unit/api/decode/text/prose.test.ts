import assert from 'node:assert/strict';
import { firstSentence } from '../../../../../src/api/decode/text/prose.ts';

describe('the first sentence of a comment without a title', () => {
  it('has each mark of Markdown together with the one that it belongs to, or neither', () => {
    for (const [body, sentence] of [
      ['**Bug:** the total is wrong', 'Bug: the total is wrong'],
      ['The total is **wrong**', 'The total is wrong'],
      ['_Potential issue_ | **_Major_**', 'Potential issue | _Major_'],
      ['`total` is wrong', '`total` is wrong'],
      ['- It returns `total`', 'It returns `total`'],
      ['> ### **Bad name**\nIt is bad.', 'Bad name'],
      ['**Never** pass `**options` on. It is **slow**.', 'Never pass `**options` on.'],
      ['__init__ is gone', '__init__ is gone'],
      ['** open and `open', 'open and `open'],
      ['***\n---\n\nText', 'Text'],
      ['***', undefined],
    ] as const)
      assert.equal(firstSentence(body), sentence, body);
  });

  it('is found in no time in very long lines of marks', () => {
    for (const mark of ['**x ', '`', '* ', '_a ', '~~', '`a'])
      assert.ok((firstSentence(`${mark.repeat(1 << 18)}a`) ?? '').length <= 1_000);
  });
});
