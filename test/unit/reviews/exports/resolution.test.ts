import assert from 'node:assert/strict';
import type { ResolutionCounts } from '../../../../src/core/review/resolutionRate.ts';
import { resolutionToMarkdown } from '../../../../src/reviews/exports/resolution.ts';

const counts = (reviewer: string, rule: string | undefined, dismissed: number): ResolutionCounts => {
  return { reviewer, rule, changed: 2, applied: 1, dismissed, untouched: 0, rate: 3 / (3 + dismissed) };
};

describe('the resolution rate as a document', () => {
  it('has a row for each reviewer and rule, the most frequent first', () => {
    const rules = [counts('ruff', 'ruff/F401', 1), counts('eslint', 'eslint/no-var', 5)];
    const text = resolutionToMarkdown({
      reviewers: [counts('eslint', undefined, 5)],
      rules,
      mostlyDismissed: rules.slice(1),
    });
    assert.match(text, /^\| eslint \| 38 % \| 8 \| 2 \| 1 \| 5 \| 0 \|$/m);
    assert.match(text, /^\| eslint\/no-var \| 38 % .*\n\| ruff\/F401 \| 75 % \| 4 \| 2 \| 1 \| 1 \| 0 \|$/m);
    assert.match(text, /^## Mostly dismissed\n\n- eslint\/no-var: 5 of 8 /m);
  });

  it('says that nothing is counted yet', () => {
    const text = resolutionToMarkdown({ reviewers: [], rules: [], mostlyDismissed: [] });
    assert.match(text, /Nothing is counted yet/);
    assert.doesNotMatch(text, /\||Mostly/);
  });

  it('says how many rules the service left out', () => {
    const rules = [counts('eslint', 'eslint/no-var', 1)];
    const text = resolutionToMarkdown({ reviewers: [], rules, mostlyDismissed: [], rulesLeftOut: 23 });
    assert.match(text, /; 23 more are left out\./);
    assert.doesNotMatch(resolutionToMarkdown({ reviewers: [], rules, mostlyDismissed: [] }), /left out/);
  });

  it('lets no name of a rule leave its cell or become markup', () => {
    const hostile = counts('x', 'x/<img src=//a.example> | ![a](https://a.example)\n# b', 1);
    const text = resolutionToMarkdown({ reviewers: [], rules: [hostile], mostlyDismissed: [] });
    assert.doesNotMatch(text, /<img|!\[|^# b/m);
    assert.equal(text.split('\n').filter(line => line.startsWith('| x/')).length, 1);
  });
});
