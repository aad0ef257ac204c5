import assert from 'node:assert/strict';
import { findingsOf, told } from './pythonChange.ts';

const made = (name: string): string =>
  `import pytest\n\n\n@pytest.fixture(scope="session")\ndef ${name}():\n    return 1\n`;
const asking = 'def test_total(invoice):\n    assert invoice\n';
const before = { 'tests/conftest.py': made('invoice'), 'tests/test_a.py': asking, 'other/test_b.py': asking };
const after = { 'tests/conftest.py': made('draft') };

describe('fixtures of pytest that a change removes', () => {
  it('are told with the tests below that still ask for them', () => {
    assert.deepEqual(told(before, after), ['removed-fixture tests/conftest.py:5 <- tests/test_a.py:1']);
    const [finding] = findingsOf(before, after);
    const title = 'The fixture `invoice` is removed from `tests/conftest.py`, but `tests/test_a.py` still asks for it';
    assert.equal(finding?.title, title);
  });

  it('are one finding where a file loses several', () => {
    const both = { ...before, 'tests/conftest.py': `${made('invoice')}\n\n${made('payment')}` };
    const files = { ...both, 'tests/test_c.py': 'def test_paid(payment, invoice):\n    assert payment\n' };
    const [finding, ...more] = findingsOf(files, after);
    assert.equal(
      finding?.title,
      'The fixtures `invoice` and `payment` are removed from `tests/conftest.py`, but 2 files still ask for them',
    );
    assert.deepEqual([finding.related.length, more], [3, []]);
  });

  it('are told of one that the tests of a file have for themselves, and of one that has a name of its own', () => {
    const file = { 'tests/test_a.py': `${made('invoice')}\n\n${asking}` };
    assert.deepEqual(told(file, { 'tests/test_a.py': `${made('draft')}\n\n${asking}` }), [
      'removed-fixture tests/test_a.py:5 <- tests/test_a.py:9',
    ]);
    const named = made('make').replace('scope="session"', 'name="invoice"');
    const files = { ...before, 'tests/conftest.py': named };
    assert.equal(told(files, { 'tests/conftest.py': named.replace('invoice', 'draft') }).length, 1);
    assert.deepEqual(told(before, { 'tests/conftest.py': named }), []);
  });

  it('are nothing for tests that are kept and not used any more', () => {
    const files = { ...before, 'tests/test_a.py': '', 'tests/old/test_c.py': asking };
    assert.deepEqual(told(files, after), []);
  });

  it('are nothing where only new tests ask for one, which has it from elsewhere', () => {
    const moved = { ...after, 'tests/test_a.py': undefined, 'tests/unit/test_a.py': `${asking}\n` };
    assert.deepEqual(told(before, moved), []);
    assert.equal(told(before, { ...moved, 'tests/test_a.py': asking }).length, 1);
  });

  for (const [what, files] of [
    ['the tests change too', { 'tests/test_a.py': asking.replaceAll('invoice', 'draft') }],
    [
      'another file makes it',
      { 'tests/test_a.py': `from .made import invoice\n\n\n${asking}`, 'tests/made.py': made('invoice') },
    ],
    [
      'the test is run with values',
      { 'tests/test_a.py': `import pytest\n\n\n@pytest.mark.parametrize("invoice", [1])\n${asking}` },
    ],
    [
      'the test is handed it',
      { 'tests/test_a.py': `from unittest import mock\n\n\n@mock.patch("os.path")\n${asking}` },
    ],
    ['it has a default', { 'tests/test_a.py': 'def test_total(invoice=1):\n    assert invoice\n' }],
    ['a plugin may make it', { 'tests/conftest.py': `pytest_plugins = ["kit"]\n${made('draft')}` }],
    ['a function asks that is no test', { 'tests/test_a.py': asking.replace('test_', 'check_') }],
  ] as const)
    it(`are nothing where ${what}`, () => assert.deepEqual(told(before, { ...after, ...files }), []));

  it('are nothing where plugins have the name', () => {
    const ofClient = { 'tests/conftest.py': made('client'), 'tests/test_a.py': 'def test_a(client): ...\n' };
    assert.deepEqual(told(ofClient, after), []);
  });
});
