import assert from 'node:assert/strict';
import { meetsMinimumSeverity, isIgnored } from '../../../../src/core/review/ignoreRules.ts';

const finding = { rule: 'eslint/no-eval', path: 'src/a.ts' };

describe('what settings hide', () => {
  it('is a rule, a path, or a rule in a path', () => {
    assert.equal(isIgnored(finding, [{ rule: 'eslint/*' }]), true);
    assert.equal(isIgnored(finding, [{ path: 'src/**' }]), true);
    assert.equal(isIgnored(finding, [{ rule: 'eslint/*', path: 'test/**' }]), false);
    assert.equal(isIgnored(finding, [{ rule: 'ruff/*' }, { path: '**/*.ts' }]), true);
  });

  it('is every rule that begins so, whatever its name has slashes for', () => {
    const nested = { rule: 'eslint/review/sql-from-template', path: 'src/app/a.ts' };
    for (const rule of ['eslint/*', '*', '*/sql-*', 'eslint/**', 'eslint/review/sql-from-template'])
      assert.equal(isIgnored(nested, [{ rule }]), true, rule);
    assert.equal(isIgnored(nested, [{ rule: 'ruff/*' }]), false);
    assert.equal(isIgnored(nested, [{ rule: '*', path: 'src/*' }]), false, 'a path has folders');
  });

  it('is nothing by an empty entry, and nothing that has no rule by a rule', () => {
    assert.equal(isIgnored(finding, [{}]), false);
    assert.equal(isIgnored({ rule: undefined, path: undefined }, [{ rule: 'eslint/*' }]), false);
  });

  it('is what is milder than the minimum, but never what nobody can judge', () => {
    assert.equal(meetsMinimumSeverity('low', 'medium'), false);
    assert.equal(meetsMinimumSeverity('critical', 'medium'), true);
    assert.equal(meetsMinimumSeverity('medium', 'medium'), true);
    assert.equal(meetsMinimumSeverity('unknown', 'critical'), true);
  });
});
