import assert from 'node:assert/strict';
import type { EngineResult } from '../../../../../src/service/engine/messages.ts';
import type { Reviewer } from '../../../../../src/service/engine/reviewer.ts';
import { systemClock } from '../../../../../src/core/base/clock.ts';
import { secretsReviewer } from '../../../../../src/service/reviewers/secrets/secretsReviewer.ts';
import { newFile, rulesIn } from '../../engine/newFile.ts';
import { places, review } from '../../engine/reviewing.ts';

// Put together here, so that this file holds none.
const letters = 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx';
const token = (turn = 0): string => ['ghp', letters.slice(turn) + letters.slice(0, turn)].join('_');
const pem = (kind: string, body: string): string =>
  `${['-----BEGIN', kind].join(' ')}-----\n${body}\n${['-----END', kind].join(' ')}-----\n`;
const bodyLine = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
const signed = [
  ['eyJhbGciOiJIUzI1NiIsInR5', 'cCI6IkpXVCJ9'].join(''),
  'eyJyZWYiOiJrcTN2eDlydHoxbG0iLCJyb2xlIjoic2VydmljZV9yb2xlIn0',
  'Qk3vX9rTz1LmW4bNQk3vX9rTz1LmW4bNQk3vX9rTz1L',
].join('.');

describe('every secret', () => {
  it('of a file is told, on lines of its own and on one', async () => {
    const lines = Array.from({ length: 12 }, (_, turn) => `key${turn} = "${token(turn)}"`);
    const one = await review([secretsReviewer(systemClock)], { 'base.txt': '' }, { 'a.ini': lines.join('\n') });
    assert.deepEqual(
      places(one),
      lines.map((_, index) => `a.ini:${index + 1} secrets/github-token`),
    );
    const other = await review([secretsReviewer(systemClock)], { 'base.txt': '' }, { 'a.ini': lines.join(' ') });
    assert.ok(other.status === 'completed');
    assert.deepEqual(new Set(other.comments.map(({ start_column }) => start_column)).size, 12);
  });

  it('is told beside others of other kinds on its line', async () => {
    const line = `a: ${token()} b: ${['glpat', letters.slice(0, 20)].join('-')} c: ${signed}`;
    const result = await review([secretsReviewer(systemClock)], { 'base.txt': '' }, { 'a.yaml': line });
    assert.deepEqual(places(result).sort(), [
      'a.yaml:1 secrets/github-token',
      'a.yaml:1 secrets/gitlab-token',
      'a.yaml:1 secrets/signed-token',
    ]);
  });

  it('is told whatever a comment says of it', async () => {
    const text = `// secretlint-disable\nconst a = "${token()}"; // secretlint-disable-line\n`;
    assert.deepEqual(await rulesIn(secretsReviewer(systemClock), newFile('a.js', text)), ['2 secrets/github-token']);
  });

  for (const [what, text, line] of [
    ['on the last line without a line end', `one\ntwo\nkey=${token()}`, 3],
    ['behind carriage returns', `one\r\nkey=${token()}\r\n`, 2],
    ['in a text of one line to git', `one\rkey=${token()}\rtwo\r`, 1],
    ['behind a line separator', `one\u2028key=${token()}\n`, 1],
    ['in capitals of Cyrillic around it', `ключ=${token()}\n`, 1],
    ['without a space around it', `x='${token()}'+y\n`, 1],
  ] as const)
    it(`is found ${what}`, async () =>
      assert.deepEqual(await rulesIn(secretsReviewer(systemClock), newFile('a.txt', text)), [
        `${line} secrets/github-token`,
      ]));

  for (const [what, name, text, rule] of [
    ['for a registry', '.npmrc', `//registry.example/:_authToken=${letters}\n`, 'npm-registry-token'],
    ['of AWS', 'credentials', `aws_secret_access_key = ${letters}Abcd\n`, 'aws-secret-access-key'],
    ['in an address', 'package.json', `"git+https://${letters}:x-oauth-basic@github.com/a/b"`, 'github-token'],
    ['of PGP', 'key.asc', pem('PGP PRIVATE KEY BLOCK', `\n${bodyLine}`), 'private-key'],
    [
      'of PGP with a header',
      'head.asc',
      pem('PGP PRIVATE KEY BLOCK', `Version: GnuPG v2\n\n${bodyLine}`),
      'private-key',
    ],
    [
      'that is encrypted',
      'id.pem',
      pem('RSA PRIVATE KEY', `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n${bodyLine}`),
      'private-key',
    ],
    [
      'in texts that are joined',
      'a.ts',
      `'${pem('PRIVATE KEY', bodyLine).replaceAll('\n', "\\n' +\n  '")}'`,
      'private-key',
    ],
    ['in a list of texts', 'a.rb', `'${pem('PRIVATE KEY', bodyLine).replaceAll('\n', "',\n  '")}'`, 'private-key'],
    ['in a comment', 'a.py', pem('EC PRIVATE KEY', bodyLine).replaceAll(/^/gm, '# '), 'private-key'],
    ['in JSON in JSON', 'b.json', JSON.stringify(JSON.stringify(pem('PRIVATE KEY', bodyLine))), 'private-key'],
    ['in JSON', 'a.json', JSON.stringify({ key: pem('PRIVATE KEY', bodyLine) }), 'private-key'],
  ] as const) {
    it(`is masked as a whole: one ${what}`, async () => {
      const result = await review([secretsReviewer(systemClock)], { 'base.txt': '' }, { [name]: text });
      assert.deepEqual(places(result), [`${name}:1 secrets/${rule}`]);
      const shown = JSON.stringify(result);
      for (const part of [letters, bodyLine])
        for (let at = 0; at + 12 <= part.length; at++) assert.ok(!shown.includes(part.slice(at, at + 12)), shown);
    });
  }
});

describe('a secret that others quote', () => {
  const secret = token(7);
  const password = ['winter', 'harbour', '41'].join('-');
  const code = `const key = '${secret}';\nopen('postgres://app:${password}@db.acme.dev/app');\nclose();\n`;
  /** Quotes all of the file in all that it says, and would write it elsewhere. */
  const quoting: Reviewer = {
    id: 'quoting',
    review: diff =>
      Promise.resolve({
        status: 'ok',
        files: 1,
        read: diff.files.map(({ path }) => path),
        reason: `left out ${secret}`,
        findings: diff.files.flatMap(file =>
          [1, 2, 3].map(line => ({
            file,
            range: { startLine: line, startColumn: 1, endLine: line, endColumn: 2 },
            rule: `quoting/line-${line}`,
            severity: 'low' as const,
            category: 'bug' as const,
            title: `'${secret}' is on line ${line}.`,
            body: `See ${password} and ${file.text}`,
            fix: [{ start: 0, end: 0, text: line === 3 ? 'x' : `'${secret}';` }],
          })),
        ),
      }),
  };
  const read = (result: EngineResult): string => {
    assert.ok(result.status === 'completed');
    return JSON.stringify(result);
  };

  it('is masked in all that is shown and stored, and no suggestion writes the mask', async () => {
    const result = await review([quoting, secretsReviewer(systemClock)], { 'base.txt': '' }, { 'a.js': code });
    const shown = read(result);
    assert.ok(!shown.includes(secret.slice(4, -4)));
    assert.ok(!shown.includes(password.slice(4, -4)));
    assert.ok(shown.includes(`${secret.slice(0, 4)}${'*'.repeat(secret.length - 8)}${secret.slice(-4)}`));
    assert.ok(result.status === 'completed');
    for (const { suggested_code: suggested = '' } of result.comments) assert.ok(!suggested.includes('**'), suggested);
    const own = result.comments.find(({ rule_id }) => rule_id === 'secrets/github-token');
    assert.equal(own?.suggested_code, "const key = process.env['KEY'];");
    assert.equal(own.existing_code.length, code.indexOf('\n'));
  });

  it('is masked where the review failed', async () => {
    const failing: Reviewer = { id: 'x', review: () => Promise.resolve({ status: 'failed', reason: `saw ${secret}` }) };
    const result = await review([failing], { 'base.txt': '' }, { 'a.js': 'x\n' });
    assert.equal(result.status, 'failed');
    assert.ok(!JSON.stringify(result).includes(secret));
  });
});
