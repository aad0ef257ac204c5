import assert from 'node:assert/strict';
import { systemClock } from '../../../../../src/core/base/clock.ts';
import type { EngineComment } from '../../../../../src/service/engine/engineComment.ts';
import { secretsReviewer } from '../../../../../src/service/reviewers/secrets/secretsReviewer.ts';
import { review } from '../../engine/reviewing.ts';

// Put together here, so that this file holds none.
const letters = 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx';
const token = (turn = 0): string => ['ghp', letters.slice(turn) + letters.slice(0, turn)].join('_');
const address = (login: string, rest: string): string => ['mongodb+srv:/', `${login}@${rest}`].join('/');
const key = (lineBreak: string): string =>
  ['-----BEGIN PRIVATE KEY-----', `MIIEvQ${letters}${letters}`, `${letters}kw==`, '-----END PRIVATE KEY-----'].join(
    lineBreak,
  );

async function comments(files: Readonly<Record<string, string>>): Promise<readonly EngineComment[]> {
  const result = await review([secretsReviewer(systemClock)], { 'base.txt': '' }, files);
  assert.ok(result.status === 'completed');
  return result.comments;
}
const told = async (files: Readonly<Record<string, string>>): Promise<string[]> =>
  (await comments(files)).map(({ path, start_line, related_locations: others = [] }) =>
    [`${path}:${start_line}`, ...others.map(each => `${each.path}:${each.start_line}`)].join(' '),
  );

describe('one secret at several places', () => {
  it('is one comment, at the gravest of them and with the others, and is a finding for each', async () => {
    const line = `const uri = '${address('app:k9Xv31qTz', 'db.acme.dev/shop')}';\n`;
    const files = { 'src/b.ts': line, 'src/a.ts': `\n${line}`, 'lib/c.ts': line.replace('shop', 'users?w=1') };
    const [comment, ...more] = await comments({ ...files, 'x.ts': `const key = '${token()}';\n` });
    assert.match(comment?.title ?? '', /GitHub token: anyone/);
    const [password] = more;
    assert.equal(more.length, 1);
    assert.equal(
      password?.title,
      '`uri` holds a password in a connection string, in 3 files: anyone who can read the repository can use it.',
    );
    assert.equal(password.member_fingerprints?.length, 3);
    assert.deepEqual(
      password.related_locations?.map(({ path, start_line, message }) => [path, start_line, message]),
      [
        ['src/a.ts', 2, 'It is here as well.'],
        ['src/b.ts', 1, 'It is here as well.'],
      ],
    );
    assert.equal(password.suggested_code, undefined);
    assert.ok(!JSON.stringify(more).includes('k9Xv31'));
  });

  it('is told where it is graver', async () => {
    const line = `token: ${token()}\n`;
    const [comment] = await comments({ 'docs/a.md': line, 'src/b.yaml': line });
    assert.deepEqual([comment?.path, comment?.severity], ['src/b.yaml', 'critical']);
  });

  for (const [what, files, places] of [
    ['lines of a file', { 'a.ini': `a = ${token()}\nb = ${token()}\n` }, ['a.ini:1 a.ini:2']],
    ['a line', { 'a.ini': `a = ${token()} ${token()}\n` }, ['a.ini:1 a.ini:1']],
    ['a file that is not reviewed', { 'a.ini': `a = ${token()}\n`, 'b.lock': `b ${token()}\n` }, ['a.ini:1 b.lock:1']],
    [
      'a line that is too long to be kept',
      { 'a.ini': `a = ${token()}\n`, 'b.min.js': `${'a();'.repeat(2_000)}b('${token()}');\n` },
      ['a.ini:1 b.min.js:1'],
    ],
    ['a text and a file', { 'a.ini': `a = "${key(String.raw`\n`)}"\n`, 'b.pem': key('\n') }, ['a.ini:1 b.pem:1']],
  ] as const)
    it(`is one also in ${what}`, async () => assert.deepEqual(await told(files), places));

  for (const [what, files] of [
    ['another token', { 'a.ini': `a = ${token()}\nb = ${token(1)}\n` }],
    [
      'the password of another user',
      {
        'a.py': `a = "${address('app:k9Xv31qTz', 'db.acme.dev')}"\nb = "${address('bot:k9Xv31qTz', 'db.acme.dev')}"\n`,
      },
    ],
    [
      'the password of another host',
      { 'a.py': `a = "${address('app:k9Xv31qTz', 'db.acme.dev')}"\nb = "${address('app:k9Xv31qTz', 'db.acme.io')}"\n` },
    ],
  ] as const)
    it(`is not told with ${what}`, async () =>
      assert.deepEqual(
        await told(files),
        Object.keys(files).flatMap(path => [`${path}:1`, `${path}:2`]),
      ));
});
