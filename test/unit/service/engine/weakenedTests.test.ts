import assert from 'node:assert/strict';
import { reviewGaps } from '../../../../src/service/engine/result/reviewGaps.ts';
import { reviewNotes } from '../../../../src/service/engine/result/reviewNotes.ts';
import type { Files } from '../../../host/git/repository.ts';
import { reviewCommitted } from './reviewing.ts';

const script =
  "describe('money', () => {\n  it('adds', () => {\n    expect(add(1, 2)).toBe(3);\n    expect(add(0, 0)).toBe(0);\n  });\n\n  it('rounds', () => {\n    assert.equal(round(1.4), 1);\n  });\n});\n";
const python =
  'def test_adds():\n    assert add(1, 2) == 3\n\n\nasync def test_rounds():\n    assert round(1.4) == 1\n';

/** What the notes say of the tests that a change edits. */
async function weakenedIn(before: Files, after: Files): Promise<string | undefined> {
  const reading = { id: 'secrets', review: () => Promise.resolve({ status: 'ok', findings: [], files: 1 } as const) };
  const result = await reviewCommitted([reading], before, after);
  assert.ok(result.status === 'completed', JSON.stringify(result));
  assert.deepEqual(reviewGaps(result), []);
  const note = reviewNotes(result).find(each => each.startsWith('Tests check less'));
  return note?.replace(/^Tests check less than before: (.*)\.$/, '$1');
}

describe('tests that check less than before', () => {
  const all = (): Record<string, string> => ({ 'test/money.test.js': script, 'tests/test_money.py': python });
  const changed = (path: string, from: string, to: string): Record<string, string> => ({
    [path]: (all()[path] ?? '').replace(from, to),
  });

  for (const [path, from, to, said] of [
    ['test/money.test.js', "it('rounds'", "it.skip('rounds'", '1 more skip'],
    ['test/money.test.js', "describe('money'", "xdescribe('money'", '1 more skip'],
    ['test/money.test.js', '    expect(add(0, 0)).toBe(0);\n', '    add(0, 0);\n', '1 assertion fewer'],
    [
      'test/money.test.js',
      "\n  it('rounds', () => {\n    assert.equal(round(1.4), 1);\n  });\n",
      '  // Rounding is elsewhere.\n',
      '1 test fewer, 1 assertion fewer',
    ],
    ['tests/test_money.py', 'def test_adds', '@pytest.mark.skip\ndef test_adds', '1 more skip'],
    ['tests/test_money.py', 'def test_adds', 'pytestmark = pytest.mark.skip\n\n\ndef test_adds', '1 more skip'],
    ['tests/test_money.py', '    assert round', "    self.skipTest('later')\n    assert round", '1 more skip'],
    ['tests/test_money.py', 'def test_rounds', 'def check_rounds', '1 test fewer'],
    ['test/money.test.js', '    expect(add(1', '    return;\n    expect(add(1', '1 return before other code'],
    ['tests/test_money.py', '    assert round', '    return\n\n    assert round', '1 return before other code'],
    [
      'test/money.test.js',
      '    expect(add(1',
      '    return;\n    return;\n    expect(add(1',
      '2 returns before other code',
    ],
    ['tests/test_money.py', '    assert round(1.4) == 1', '    round(1.4)', '1 assertion fewer'],
  ] as const)
    it(`are named: ${to.trim()}`, async () => {
      assert.equal(await weakenedIn(all(), changed(path, from, to)), `${path} (${said})`);
    });

  it('are all named in one sentence', async () => {
    const after = {
      ...changed('test/money.test.js', "it('rounds'", "xit('rounds'"),
      ...changed('tests/test_money.py', '    assert round(1.4) == 1', '    round(1.4)'),
    };
    assert.equal(
      await weakenedIn(all(), after),
      'test/money.test.js (1 more skip), tests/test_money.py (1 assertion fewer)',
    );
  });

  it('are named where new tests of another file have the assertions', async () => {
    const after = {
      ...changed('test/money.test.js', '    expect(add(0, 0)).toBe(0);\n', ''),
      'test/more.test.js': "it('subtracts', () => {\n  expect(subtract(2, 1)).toBe(1);\n});\n",
    };
    assert.equal(await weakenedIn(all(), after), 'test/money.test.js (1 assertion fewer)');
  });

  for (const [what, after] of [
    [
      'a test is added',
      changed('test/money.test.js', "  it('rounds'", "  it('is', () => expect(1).toBe(1));\n  it('rounds'"),
    ],
    ['an assertion is another', changed('tests/test_money.py', 'assert round(1.4) == 1', 'assert round(1.5) == 2')],
    [
      'tests move to another file',
      {
        ...changed('tests/test_money.py', '\n\nasync def test_rounds():\n    assert round(1.4) == 1\n', '# more\n'),
        'tests/test_more.py': 'async def test_rounds():\n    assert round(1.4) == 1\n',
      },
    ],
    ['a test waits to be written', changed('test/money.test.js', "  it('rounds'", "  it.todo('is');\n  it('rounds'")],
    [
      'a test depends on the system',
      changed('tests/test_money.py', 'def test_adds', '@pytest.mark.skipif(is_old())\ndef test_adds'),
    ],
    [
      'a test returns where it is told to',
      changed('test/money.test.js', '    expect(add(1', '    if (isOld) {\n      return;\n    }\n    expect(add(1'),
    ],
    ['a test runs again', changed('test/money.test.js', "it('rounds'", "it('rounds', retry")],
    ['it is no test', { 'src/money.js': 'xit(1);\n', 'src/expect.py': 'pytest.skip("a")\n' }],
  ] as const)
    it(`are none where ${what}`, async () => {
      assert.equal(await weakenedIn(all(), after), undefined);
    });
});
