import assert from 'node:assert/strict';
import { secretsReviewer } from '../../../../../src/service/reviewers/secrets/secretsReviewer.ts';
import { places, review } from '../../engine/reviewing.ts';

// Put together here, so that this file holds none.
const google = ['AIza', 'SyD4kd93mQzX0vT7bLr2uWc8NhE5yGfJ1oP'].join('');
const amazon = ['AKIA', 'IOSFODNN7RXAMPQE'].join('');
const slack = (middle: string): string => ['xoxb', middle].join('-');
const webhook = (...parts: readonly string[]): string => ['https://hooks.slack.com/services', ...parts].join('/');
const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
const privateKey = `${['-----BEGIN', 'PRIVATE KEY-----'].join(' ')}\n${body}\n-----END PRIVATE KEY-----\n`;
const url = (login: string, host: string): string => `url: postgres://${login}@${host}:5432/app\n`;

async function rulesFor(file: string, text: string): Promise<string[]> {
  const found = places(await review([secretsReviewer], { 'base.txt': '' }, { [file]: text }));
  return found.map(place => place.split(' ')[1] ?? '');
}

describe('what looks like a secret', () => {
  for (const [what, file, text] of [
    ['a password that is the name of its user', 'docker-compose.yml', url('umami:umami', 'db')],
    ['a password made of the name of its user', 'compose.yml', `# Such as ${url('sally:sallypass', 'db4.acme.dev')}`],
    ['a webhook with a part left out', 'README.md', `${webhook('T024BE7LD/B024BE7LD', 'secret')}\n`],
    ['a word as the password of this machine', 'README.md', url('username:mypassword', 'localhost')],
    ['a word as the password of a container', 'compose.yaml', url('postgres:testpass', 'dev-db')],
    ['a password to replace', 'config.yaml', url('app:replace_me', 'db.example.com')],
    ['the token of a test', 'test/slack.test.ts', `const token = '${slack('test-token-for-the-bot')}';\n`],
    ['in an address that was signed', 'a.csv', `https://a.s3.example/b?X-Amz-Credential=${amazon}%2F20240101\n`],
    [
      'the key that every visitor gets',
      'web.ts',
      `const c = { apiKey: '${google}', authDomain: 'x.firebaseapp.com' };\n`,
    ],
  ] as const) {
    it(`is none where it is ${what}`, async () => assert.deepEqual(await rulesFor(file, text), []));
  }

  for (const [what, file, text, rule] of [
    ['a key id in the file that a console gives out', 'rootkey.csv', `AWSAccessKeyId=${amazon}\n`, 'aws-access-key-id'],
    [
      'a password of a host elsewhere',
      'a.yaml',
      url('app:winterharbour', 'db.acme.dev'),
      'password-in-a-connection-string',
    ],
    ['a good password of a container', 'a.yaml', url('app:k9Xv-31qTz', 'prod-db'), 'password-in-a-connection-string'],
    ['a token of a bot', 'a.ts', `const token = '${slack('204817365520-2048-Xk2vQ9rTz1LmW4bN')}';\n`, 'slack-token'],
    ['a webhook', 'a.ts', `const at = '${webhook('T024BE7LD/B024BE7LD', 'Xk2vQ9rTz1LmW4bNs8Dc5GhJ')}';\n`, 'slack'],
    ['a key in the product', 'src/server.pem', privateKey, 'private-key'],
    ['a key for maps', 'a.ts', `const key = '${google}';\n`, 'google-api-key'],
  ] as const) {
    it(`is one where it is ${what}`, async () => assert.deepEqual(await rulesFor(file, text), [`secrets/${rule}`]));
  }

  it('is none where the line had it before', async () => {
    const line = (rate: number): string => `token = '${slack('204817365520-2048-Xk2vQ9rTz1LmW4bN')}'; rate = ${rate}\n`;
    const told = async (before: string): Promise<string[]> =>
      places(await review([secretsReviewer], { 'a.ts': before }, { 'a.ts': line(2) }));
    assert.deepEqual(await told(line(1)), []);
    assert.deepEqual(await told('token = load();\n'), ['a.ts:1 secrets/slack-token']);
  });

  it('is one comment for the data of a test, and one for each key elsewhere', async () => {
    const told = async (path: string): Promise<string[]> =>
      places(await review([secretsReviewer], { 'tests/fixtures/b.txt': '' }, { [path]: privateKey + privateKey }));
    assert.deepEqual(await told('tests/fixtures/dump.sql'), ['tests/fixtures/dump.sql:1 secrets/private-key']);
    assert.deepEqual(await told('src/keys.sql'), [
      'src/keys.sql:1 secrets/private-key',
      'src/keys.sql:4 secrets/private-key',
    ]);
  });
});
