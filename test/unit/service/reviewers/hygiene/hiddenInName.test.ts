import assert from 'node:assert/strict';
import { hygieneReviewer } from '../../../../../src/service/reviewers/hygiene/hygieneReviewer.ts';
import { places, review } from '../../engine/reviewing.ts';

describe('invisible characters in the name of a file', () => {
  const told = async (path: string, before = 'a.txt'): Promise<string[]> =>
    places(await review([hygieneReviewer], { [before]: 'a\n' }, { [before]: 'a\n', [path]: 'a\n\nb\n' }));

  for (const [what, path] of [
    ['an override of the direction', 'src/gpj\u202esj.js'],
    ['a space without a width', 'src/us\u200ber.ts'],
    ['a blank letter', '\u3164.txt'],
    ['one in the name of a folder', 'us\u200ber/a.md'],
    ['a line break', 'a\n::error::b.md'],
    ['a tab', 'a\tb.txt'],
    ['an override in a name from right to left', '\u0645\u0631\u202ea.js'],
  ] as const)
    it(`are found once, at its first line: ${what}`, async () =>
      assert.deepEqual(await told(path), [`${path}:1 hygiene/hidden-in-name`]));

  for (const [what, path] of [
    ['a joined sign', 'docs/\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f.md'],
    ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.txt'],
    ['marks of a name from right to left', '\u0645\u0631\u200f 1.txt'],
    ['an ideograph', '\u845b.md'],
  ] as const)
    it(`are passed over: ${what}`, async () => assert.deepEqual(await told(path), []));

  it('are passed over in a file that was there', async () =>
    assert.deepEqual(await told('us\u200ber.ts', 'us\u200ber.ts'), []));

  it('are written as what they are', async () => {
    const result = await review(
      [hygieneReviewer],
      { 'a.txt': '' },
      { 'src/gpj\u202esj.js': 'a\n', 'us\u200ber.ts': 'a\n' },
    );
    assert.ok(result.status === 'completed');
    assert.deepEqual(
      result.comments.map(({ severity, title, body }) => [severity, title, body.split('\n')[0]]),
      [
        [
          'medium',
          'The name of this file contains invisible characters (U+202E), so it looks like another.',
          'It is `src/gpj<U+202E>sj.js`, and looks like another name. Rename the file.',
        ],
        [
          'low',
          'The name of this file contains invisible characters (U+200B), so it looks like another.',
          'It is `us<U+200B>er.ts`, and looks like another name. Rename the file.',
        ],
      ],
    );
  });
});
