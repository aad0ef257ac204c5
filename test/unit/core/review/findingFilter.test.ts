import assert from 'node:assert/strict';
import { parseFilter, matchesFilter, type Filterable } from '../../../../src/core/review/findingFilter.ts';

const finding: Filterable = {
  severity: 'high',
  state: 'current',
  decision: 'open',
  novelty: 'new',
  rule: 'eslint/no-eval',
  path: 'src/app/main.ts',
  title: 'Text is run as code',
  body: 'Whoever can change the text can run anything.',
};

function shows(text: string, changes: Partial<Filterable> = {}): boolean {
  const filter = parseFilter(text);
  if ('problem' in filter) assert.fail(filter.problem);
  return matchesFilter(filter, { ...finding, ...changes });
}

describe('a filter of findings', () => {
  it('passes what fits every part', () => {
    assert.equal(shows(''), true);
    assert.equal(shows('severity:high,critical'), true);
    assert.equal(shows('severity:low'), false);
    assert.equal(shows('SEVERITY:High rule:eslint/* path:src/** state:open anything'), true);
    assert.equal(shows('severity:high rule:ruff/*'), false);
    assert.equal(shows('rule:eslint/*', { rule: 'eslint/review/sql-from-template' }), true);
    assert.equal(shows('rule:*', { rule: 'eslint/review/sql-from-template' }), true);
    assert.equal(shows('path:src/app'), true);
    assert.equal(shows('path:src/ap'), false);
    assert.equal(shows('run code'), true);
    assert.equal(shows('run nowhere'), false);
  });

  it('knows both states: where it stands and what was decided', () => {
    assert.equal(shows('state:done', { decision: 'done' }), true);
    assert.equal(shows('state:outdated'), false);
    assert.equal(shows('state:outdated,changed', { state: 'changed' }), true);
  });

  it('knows what the review before did not have', () => {
    assert.deepEqual([shows('state:new'), shows('state:still')], [true, false]);
    assert.deepEqual(
      [shows('state:new', { novelty: 'still' }), shows('state:still', { novelty: 'still' })],
      [false, true],
    );
    assert.equal(shows('state:new,still', { novelty: undefined }), false);
  });

  it('shows findings without rule or path only where none is asked for', () => {
    assert.equal(shows('words', { rule: undefined, path: undefined, body: 'words' }), true);
    assert.equal(shows('rule:eslint/*', { rule: undefined }), false);
  });

  it('says what is wrong with it', () => {
    for (const [text, words] of [
      ['severity:purple', /There is no severity purple\. It is one of critical, high/],
      ['state:gone', /There is no state gone/],
      ['rule:', /such as rule:eslint/],
    ] as const) {
      const filter = parseFilter(text);
      assert.match('problem' in filter ? filter.problem : '', words);
    }
  });

  it('takes what it does not know for words', () => {
    assert.equal(shows('https://x.example', { body: 'see https://x.example' }), true);
  });
});
