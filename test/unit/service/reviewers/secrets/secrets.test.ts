import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { systemClock, type Clock } from '../../../../../src/core/base/clock.ts';
import { secretsReviewer } from '../../../../../src/service/reviewers/secrets/secretsReviewer.ts';
import { places, review } from '../../engine/reviewing.ts';

// Put together here, so that this file holds none.
const google = ['AIza', 'SyD4kd93mQzX0vT7bLr2uWc8NhE5yGfJ1oP'].join('');
const amazon = ['AKIA', 'IOSFODNN7RXAMPQE'].join('');
const mailchimp = ['a7c1e94b2d8f06537be1c49a0d62f8b3', 'us1'].join('-');
const slack = (middle: string): string => ['xoxb', middle].join('-');
const webhook = (...parts: readonly string[]): string => ['https://hooks.slack.com/services', ...parts].join('/');
const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';
const privateKey = `${['-----BEGIN', 'PRIVATE KEY-----'].join(' ')}\n${body}\n-----END PRIVATE KEY-----\n`;
/** Signed, with some claims. */
const token = (claims: object): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [
    part({ alg: 'HS256', typ: 'JWT' }),
    part({ jti: 'k2v9r1', ...claims }),
    'Qk3vX9rTz1LmW4bNQk3vX9rTz1LmW4bN',
  ].join('.');
};
/** A token that is signed with a key. */
const signed = (key: string): string => {
  const [head = '', claims = ''] = token({ role: 'service_role', exp: 4e9 }).split('.');
  return [head, claims, createHmac('sha256', key).update(`${head}.${claims}`).digest('base64url')].join('.');
};
const url = (login: string, host: string): string => `url: postgres://${login}@${host}:5432/app\n`;

async function rulesFor(file: string, text: string, clock: Pick<Clock, 'now'> = systemClock): Promise<string[]> {
  const found = places(await review([secretsReviewer(clock)], { 'base.txt': '' }, { [file]: text }));
  return found.map(place => place.split(' ')[1] ?? '');
}

describe('the name that holds a secret', () => {
  for (const [file, text] of [
    ['a.py', `class Settings:\n    text_key: str = "${google}"\n`],
    ['a.py', `text_key: str | None = "${google}"\n`],
    ['a.ts', `const text_key: string = '${google}';\n`],
    ['a.yaml', `text_key: "${google}"\n`],
    ['a.yaml', `env: text_key=${google}\n`],
  ] as const)
    it(`is that of the variable: ${text.trim().split(google)[0]}`, async () => {
      const result = await review([secretsReviewer(systemClock)], { 'base.txt': '' }, { [file]: text });
      assert.equal(result.status, 'completed');
      assert.match(result.comments[0]?.title ?? '', /^`text_key` holds a Google API key/);
    });
});

describe('what looks like a secret', () => {
  for (const [what, file, text] of [
    ['a password that is the name of its user', 'docker-compose.yml', url('umami:umami', 'db')],
    ['a password made of the name of its user', 'compose.yml', `# Such as ${url('sally:sallypass', 'db4.acme.dev')}`],
    ['a password that is the name of its user from behind', '.env', url('root:toor', 'db.shop')],
    ['a webhook with a part left out', 'README.md', `${webhook('T024BE7LD/B024BE7LD', 'secret')}\n`],
    ['a word as the password of this machine', 'README.md', url('username:mypassword', 'localhost')],
    ['a word with a number as the password of a neighbour', 'appsettings.json', url('root:Zebra-1234', 'mongo')],
    ['a word as the password of the machine of a container', 'a.json', url('sally:Zebra-1234', 'host.docker.internal')],
    ['a word as the password of a container', 'compose.yaml', url('postgres:testpass', 'dev-db')],
    [
      'a pattern that takes an address apart',
      'db.clj',
      '(re-matches #"postgres://(?:(.+):(.*)@)?([^:]+)(?::(\\d+))?/(.+)" url)\n',
    ],
    ['a password that says so', 'config.yaml', url('app:broker-password', '192.168.56.12')],
    ['a password to replace', 'config.yaml', url('app:replace_me', 'db.example.com')],
    ['the token of a test', 'test/slack.test.ts', `const token = '${slack('test-token-for-the-bot')}';\n`],
    ['a token that says how one begins', 'docs/slack.md', `token: "${slack('abdcefghi-12345')}"\n`],
    ['a token of an application that is made up', 'a.md', `token: ${['xapp', 'abdcfkje-12345'].join('-')}\n`],
    ["a variable of npm's environment", 'package.json', '"api": "get $npm_package_orders_api_configuration_url"\n'],
    [
      'a variable behind signs that keep it for later',
      'justfile',
      'psql "postgres://\\$DB_USER:\\$DB_PASSWORD@db.internal/app"\n',
    ],
    ['a pattern that hides tokens', 'a.yml', "run: npm config list | sed 's/_authToken.*/_authToken=[REDACTED]/'\n"],
    ['made of one digit', 'a.yml', `aws_secret_access_key = "${'0'.repeat(36)}a1b2"\n`],
    ['counted up', 'a.ts', `const token = '${slack('204817365520-2048-abcdefghijklmnop')}';\n`],
    ['counted in pieces', 'a.ts', `const token = '${slack('204817365520-2048-abcd9187efgh6543ijKL')}';\n`],
    [
      'put together by a program',
      'run.sh',
      `URL=$(node -e "const u=f(s.user),p=f(s.password);console.log('${['postgresql', '://'].join('')}'+u+':'+p+'@'+h+':5432/'+d)")\n`,
    ],
    ['good, of the machine that uses it', 'src/db.py', url('app:k9Xv-31qTz', 'localhost')],
    ['of a container, of words and signs', 'compose.yaml', url('app:Zebra@123!', 'db')],
    ...[
      '{quote(c.password)}',
      '#{c.password}',
      '\\(password)',
      '%DB_PASS%',
      '&lt;pass&gt;',
      'REDACTED',
      '--FILTERED--',
    ].map(each => [`written as ${each}`, 'src/db.kt', url(`app:${each}`, 'db.acme.dev')] as const),
    [
      'shown in an empty field',
      'a.tsx',
      `<input placeholder="${url('app:k9Xv-31qTz', 'db.acme.dev').slice(5, -1)}" />\n`,
    ],
    ['shown in an empty field, through a function', 'a.php', `'placeholder' => esc_attr( '${mailchimp}' ),\n`],
    ['shown in an empty field of a form', 'a.ts', `field({ placeholder: '${mailchimp}' });\n`],
    ['a name of styles', 'a.css', `.${['sk', 'cube-grid-item-number-2-of-the-many-cubes'].join('-')} { top: 0 }\n`],
    [
      'the key of a map in an app',
      'app/a.xml',
      `<meta android:name="com.google.android.geo.API_KEY" android:value="${google}"/>\n`,
    ],
    [
      'the key of an app for phones',
      'ios/a.plist',
      `<key>API_KEY</key>\n<string>${google}</string>\n<key>GCM_SENDER_ID</key>\n`,
    ],
    ['the key of a map in a page', 'src/map.ts', `load('https://maps.googleapis.com/maps/api/js?key=${google}');\n`],
    [
      'what each database on one’s own machine has',
      '.env',
      `KEY=${token({ iss: 'supabase-demo', role: 'service_role', exp: 4e9 })}\n`,
    ],
    ['signed with what documents have for a key', 'a.http', `Bearer: ${signed('your-256-bit-secret')}\n`],
    ['of a user in examples', 'db.py', `db = "${url('john.doe:k9Xv-31qTz', 'db.acme.dev').slice(5, -1)}"\n`],
    ['of a host in examples', 'db.py', `db = "${url('app:k9Xv-31qTz', 'pg-example.com').slice(5, -1)}"\n`],
    [
      'tried in what a function says of itself',
      'db.py',
      `def f():\n    """\n    >>> f("${url('app:k9Xv-31qTz', 'db.acme.dev').slice(5, -1)}")\n    """\n`,
    ],
    ['repeated', 'a.ts', `const key = '${['AIza', 'Ab4kZ'.repeat(7)].join('')}';\n`],
    ['made of words', 'a.ts', `const token = '${slack('204817365520-2048-notARealTokenAtAll')}';\n`],
    ['in an address that was signed', 'a.csv', `https://a.s3.example/b?X-Amz-Credential=${amazon}%2F20240101\n`],
    [
      'the key that every visitor gets',
      'web.ts',
      `const c = { apiKey: '${google}', authDomain: 'x.firebaseapp.com' };\n`,
    ],
    ['a private key that is explained', 'templates/README.mustache', privateKey],
    ['the key of a map in an example', 'example/shop/settings.py', `apiKey = '${google}'\n`],
    ['the key that every app has', 'options.dart', `apiKey: '${google}',\nmessagingSenderId: '1',\n`],
    ['the key that every app has, in Python', 'a.py', `api_key="${google}",\nmessaging_sender_id="1",\n`],
    ['beside the id of an app', 'a.py', `app="1:678067506455:android:4afca86c91d6d4c235bb52"\nkey="${google}"\n`],
    ['named for a map', '.env', `NEXT_PUBLIC_GOOGLE_MAPS_API_KEY=${google}\n`],
    ['named for Firebase', 'a.ts', `const c = { firebaseKey: '${google}' };\n`],
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
    ['a password in braces', 'a.kt', url('app:{k9Xv-31qTz', 'db.acme.dev'), 'password-in-a-connection-string'],
    [
      'one held by another name',
      'a.ts',
      `sampled = '${url('app:k9Xv-31qTz', 'db.acme.dev').slice(5, -1)}'\n`,
      'password-in-a-connection-string',
    ],
    ['one of an address', 'a.yaml', url('app:k9Xv-31qTz', '203.0.113.7'), 'password-in-a-connection-string'],
    [
      'a key of a router',
      'a.ts',
      `k = '${['sk', 'or', 'v1', '4e1b7d09c2a85f63e0d19b7c48a2f5e163d0b97c2e8a4f51d6093b7ec82a1f45'].join('-')}';\n`,
      'openai-api-key',
    ],
    ['a key that is named for texts', '.env', `MAPS_ID=1\nNEXT_PUBLIC_GEMINI_API_KEY=${google}\n`, 'google-api-key'],
    [
      'a key for texts',
      'src/a.ts',
      `fetch('https://generativelanguage.googleapis.com/?key=${google}');\n`,
      'google-api-key',
    ],
    [
      'the token of a service',
      '.env',
      `KEY=${token({ iss: 'supabase', role: 'service_role', exp: 4e9 })}\n`,
      'signed-token',
    ],
    ['a good password of a container', 'a.yaml', url('app:k9Xv-31qTz', 'prod-db'), 'password-in-a-connection-string'],
    [
      'a password of somebody with such a name',
      'db.py',
      `db = "${url('john.dover:k9Xv-31qTz', 'db.acme.dev').slice(5, -1)}"\n`,
      'password-in-a-connection-string',
    ],
    [
      'a password with what also puts texts together',
      'db.py',
      `db = "${url('app:k9Xv+31qTz', 'db.acme.dev').slice(5, -1)}"\n`,
      'password-in-a-connection-string',
    ],
    [
      'a password behind a comparison',
      'db.py',
      `a = b >> c("${url('app:k9Xv-31qTz', 'db.acme.dev').slice(5, -1)}")\n`,
      'password-in-a-connection-string',
    ],
    [
      'a token with a few runs',
      'a.ts',
      `const token = '${slack('204817365520-2048-Xabcd9rTz1Lm3456')}';\n`,
      'slack-token',
    ],
    ['a token of a bot', 'a.ts', `const token = '${slack('204817365520-2048-Xk2vQ9rTz1LmW4bN')}';\n`, 'slack-token'],
    [
      'a token of an application',
      'a.ts',
      `const a = '${['xapp', '1-A024BE7LD-2048173655-9f3c1'].join('-')}';\n`,
      'slack',
    ],
    ['a webhook', 'a.ts', `const at = '${webhook('T024BE7LD/B024BE7LD', 'Xk2vQ9rTz1LmW4bNs8Dc5GhJ')}';\n`, 'slack'],
    ['a key in the product', 'src/server.pem', privateKey, 'private-key'],
    ['a key in a text', 'server_key.txt', privateKey, 'private-key'],
    ['a key of mails', 'a.php', `'key' => esc_attr( '${mailchimp}' ),\n`, 'mailchimp-api-key'],
    [
      'a token with a checksum, in an empty field',
      'a.tsx',
      `<input placeholder="${['ghp', 'zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'].join('_')}" />\n`,
      'github-token',
    ],
    ['a key for maps', 'a.ts', `const key = '${google}';\n`, 'google-api-key'],
  ] as const) {
    it(`is one where it is ${what}`, async () => assert.deepEqual(await rulesFor(file, text), [`secrets/${rule}`]));
  }

  it('is less grave where it is the id of a key of AWS alone', async () => {
    const severity = async (text: string): Promise<string | undefined> => {
      const result = await review([secretsReviewer(systemClock)], { 'b.ts': '' }, { 'a.env': text });
      assert.ok(result.status === 'completed');
      return result.comments.find(each => each.rule_id === 'secrets/aws-access-key-id')?.severity;
    };
    const id = `SMTP_USERNAME=${['AKIA', 'Q7PZ3R6XWL5T2VKD'].join('')}\n`;
    assert.equal(await severity(id), 'medium');
    assert.equal(await severity(`${id}SMTP_PASSWORD=${'Xk2vQ9rTz1LmW4bNs8Dc5GhJ'.repeat(2).slice(0, 40)}\n`), 'high');
  });

  it('is none where a private key says that it is made up, and less grave elsewhere', async () => {
    const severity = async (path: string, name: string, opening = '"'): Promise<string | undefined> => {
      const result = await review(
        [secretsReviewer(systemClock)],
        { 'a.ts': '' },
        { [path]: `${name} = ${opening}${privateKey}"` },
      );
      assert.ok(result.status === 'completed');
      return result.comments[0]?.severity;
    };
    assert.equal(await severity('src/settings.py', 'JWT_TEST_KEY'), undefined);
    assert.equal(await severity('keys/server_dev.key', 'key'), 'medium');
    assert.equal(await severity('src/config.py', 'TEST_KEY_PEM', 'textwrap.dedent("""\n    '), undefined);
    assert.equal(await severity('src/config.py', 'LIVE_KEY_PEM', 'textwrap.dedent("""\n    '), 'medium');
    assert.equal(await severity('examples/ssl/worker.key', 'key'), undefined);
    assert.equal(await severity('molecule/upgrade/apt.priv', 'key'), undefined);
    assert.equal(await severity('ci/deploy.key', 'key'), 'medium');
    for (const path of ['.env.dist', 'api/.env.template', '.env.local.dist'])
      assert.equal(await severity(path, 'JWT_PRIVATE_KEY'), undefined, path);
    assert.equal(await severity('.env.production', 'JWT_PRIVATE_KEY'), 'medium');
    assert.equal(await severity('src/contest/settings.py', 'LATEST_KEY'), 'medium');
    const account = (id: string): string => `{ "type": "service_account", "project_id": "${id}", "private_key"`;
    assert.equal(await severity('src/account.json', account('project_id')), undefined);
    assert.equal(await severity('src/account.json', account('shop-4711')), 'medium');
  });

  it('is looked for in linear time in a token without end', async () => {
    const long = Array.from({ length: 100_000 }, (_, index) => (index * 7919).toString(36).at(-1)).join('');
    assert.ok((await rulesFor('.npmrc', `_authToken=${long}.b\n`)).length <= 1);
  });

  it('is none where the file had it before', async () => {
    const line = (rate: number): string => `token = '${slack('204817365520-2048-Xk2vQ9rTz1LmW4bN')}'; rate = ${rate}\n`;
    const told = async (before: string): Promise<string[]> =>
      places(await review([secretsReviewer(systemClock)], { 'a.ts': before }, { 'a.ts': line(2) }));
    assert.deepEqual(await told(line(1)), []);
    assert.deepEqual(await told('token = load();\n'), ['a.ts:1 secrets/slack-token']);
    const again = async (one: string): Promise<string[]> =>
      places(await review([secretsReviewer(systemClock)], { 'a.ts': one }, { 'a.ts': `${one}b();\n${one}` }));
    assert.deepEqual(await again(line(1)), ['a.ts:3 secrets/slack-token']);
    // Who wrote a password twice into an address knows what it is.
    const database = `db = "postgres://app:${['kR7w', 'Tz1L'].join('')}@db.internal/app"\n`;
    assert.equal((await rulesFor('a.ts', database)).length, 1);
    assert.deepEqual(await again(database), []);
    // What is moved to another file was there as well.
    const moved = await review(
      [secretsReviewer(systemClock)],
      { 'a.ts': line(1), 'b.ts': '' },
      { 'a.ts': 'b();\n', 'b.ts': line(1) },
    );
    assert.deepEqual(places(moved), []);
    // So were the lines of a key, however far they are moved in.
    const key = (indent: string): string =>
      `key: |-\n${privateKey.replace(body, `${body}\n${body.toLowerCase()}`).replace(/^/gm, indent)}\n`;
    const movedIn = await review(
      [secretsReviewer(systemClock)],
      { 'a.yml': key('  '), 'b.yml': '' },
      { 'a.yml': 'b: 1\n', 'b.yml': key('    ') },
    );
    assert.deepEqual(places(movedIn), []);
  });

  it('is told in a test only where its form alone says that a service issued it', async () => {
    const before = { 'tests/fixtures/b.txt': '', 'e2e/b.txt': '' };
    const reviewed = (path: string, text: string) => review([secretsReviewer(systemClock)], before, { [path]: text });
    const told = async (path: string, text: string): Promise<string[]> => places(await reviewed(path, text));
    const severity = async (path: string, text: string): Promise<string | undefined> => {
      const result = await reviewed(path, text);
      assert.ok(result.status === 'completed');
      return result.comments[0]?.severity;
    };
    const random = 'zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ';
    const github = (sum: string): string => `token = "${['ghp', random + sum].join('_')}"\n`;
    const stripe = `key = "${['sk', 'live', 'Xk2vQ9rTz1LmW4bNs8Dc5GhJ'].join('_')}"\n`;
    for (const path of ['tests/fixtures/dump.sql', 'tests/test_pay.py', 'spec/pay.spec.ts', 'e2e/a.yaml']) {
      assert.deepEqual(await told(path, `${privateKey}${token({ sub: 1 })}\n${github('0mLq18')}`), [], path);
      assert.deepEqual(await told(path, github('0mLq17')), [`${path}:1 secrets/github-token`]);
      assert.deepEqual(await told(path, stripe), [`${path}:1 secrets/stripe-live-key`]);
    }
    for (const key of ['1234567890abcdefghij', 'abcd1234efgh5678ijklAb9Q', '51HxLy2eZvWAlo7C9FzN4bwXz'])
      assert.deepEqual(await told('tests/test_pay.py', `key = "${['sk', 'live', key].join('_')}"\n`), [], key);
    const long = ['sk', 'live', `51Hx${'Ly2eZvWAlo7C9FzN4bwXzQk3vX9rTz1LmW4bNs8Dc5GhJ'.repeat(2)}`].join('_');
    assert.deepEqual(await told('tests/test_pay.py', `key = "${long.slice(0, 90)}"\n`), [
      'tests/test_pay.py:1 secrets/stripe-live-key',
    ]);
    // Whoever tests a search for tokens needs one of that form.
    assert.equal(await severity('tests/test_pay.py', stripe), 'medium');
    assert.equal(await severity('src/pay.py', stripe), 'high');
    assert.deepEqual(await told('src/keys.sql', privateKey + github('0mLq18')), [
      'src/keys.sql:4 secrets/github-token',
      'src/keys.sql:1 secrets/private-key',
    ]);
    // A folder that the change itself calls one of tests is none.
    assert.deepEqual(await told('src/mocks/key.pem', privateKey), ['src/mocks/key.pem:1 secrets/private-key']);
  });

  it('is the signed token of a server alone, which passes all rules of a database', async () => {
    const now = 2_000_000_000;
    const told = async (claims: object, path = 'a.yaml'): Promise<string[]> => {
      const clock = { now: () => now * 1_000 };
      const result = await review([secretsReviewer(clock)], { 'base.txt': '' }, { [path]: `a: ${token(claims)}\n` });
      assert.ok(result.status === 'completed');
      return result.comments.map(({ severity, rule_id: rule }) => `${severity} ${rule}`);
    };
    const server = { role: 'service_role', iss: 'supabase' };
    for (const claims of [server, { ...server, exp: now + 6_000 }])
      assert.deepEqual(await told(claims), ['high secrets/signed-token']);
    assert.deepEqual(await told(server, 'docs/setup.md'), ['medium secrets/signed-token']);
    for (const claims of [
      { ...server, exp: now - 1 },
      // Nobody issues one in a year from now.
      { ...server, iat: now + 31_000_000, exp: now + 32_000_000 },
      { ...server, role: 'anon' },
      { role: 'authenticated', exp: now + 6_000 },
      { sub: 1, name: 'Robin Mole' },
      { sub: 1, exp: now + 600 },
    ])
      assert.deepEqual(await told(claims), []);
  });

  it('is no signed token whose name says that it was made up', async () => {
    const rules = (name: string, gives = ' = '): Promise<string[]> =>
      rulesFor('src/models.ts', `export const ${name}${gives}"${token({ role: 'service_role' })}";\n`);
    for (const name of ['MOCK_USER_TOKEN', 'mockToken', 'userTokenFake', 'example_token', 'config.demo.token'])
      assert.deepEqual(await rules(name), [], name);
    assert.deepEqual(await rules('MOCK_USER_TOKEN', ' =\n  '), []);
    // Parts of other words say nothing.
    for (const name of ['USER_TOKEN', 'hammockToken', 'latestToken', 'democracyToken'])
      assert.deepEqual(await rules(name), ['secrets/signed-token'], name);
    assert.deepEqual(await rules('USER_TOKEN', ' =\n  '), ['secrets/signed-token']);
    // The name of another value says nothing of this one.
    assert.deepEqual(await rules('mockName = "Robin";\nexport const token'), ['secrets/signed-token']);
  });

  it('is none in code that is a comment, below one that asks for a key of the reader', async () => {
    const ask = '<!-- Replace the API key with your own. -->';
    const script = `<script src="https://maps.example.dev/js?key=${google}"></script>`;
    assert.deepEqual(await rulesFor('src/index.html', `${ask}\n<!-- ${script} -->\n`), []);
    // Who follows the request leaves it where it was.
    assert.deepEqual(await rulesFor('src/index.html', `${ask}\n${script}\n`), ['secrets/google-api-key']);
    assert.deepEqual(await rulesFor('src/index.html', `<!-- ${script} -->\n`), ['secrets/google-api-key']);
  });

  it('is none of a request that gives itself out for one of another page, which gives its key to everybody', async () => {
    const request = (header: string): string =>
      `await get('https://content.example.dev/files?key=${google}', {\n  headers: { ${header} },\n});\n`;
    for (const header of ["'X-Origin': 'https://drive.example.dev'", 'Referer: "https://maps.example.dev/"'])
      assert.deepEqual(await rulesFor('src/a.ts', request(header)), [], header);
    assert.deepEqual(await rulesFor('src/a.ts', request("accept: 'text/plain'")), ['secrets/google-api-key']);
  });

  it('is none where a page that was published has it, which everybody got who looked at it', async () => {
    const script = `<script>start("${google}");</script>\n`;
    for (const [address, path] of [
      ['<link rel="canonical" href="https://maps.example.dev/docs">', 'raw/page.html'],
      ['<meta property="og:url"\n  content="https://maps.example.dev/docs">', 'raw/page.htm'],
      ['<!-- saved from url=(0028)https://maps.example.dev/docs -->', 'raw/page.html'],
    ] as const) {
      assert.deepEqual(await rulesFor(path, `${address}\n${script}`), [], address);
      assert.deepEqual(await rulesFor('src/page.vue', `${address}\n${script}`), ['secrets/google-api-key'], address);
    }
    const own = '<link rel="stylesheet" href="https://maps.example.dev/a.css">\n';
    assert.deepEqual(await rulesFor('src/index.html', own + script), ['secrets/google-api-key']);
  });

  it('is none where only its beginning is shown', async () => {
    const key = ['sk', 'proj', 'cxipQk3vX9rTz1LmW4bNs8Dc5GhJQk3vX9rTz1LmW4bNs8Dc'].join('-');
    assert.deepEqual(await rulesFor('src/a.ts', `key = '${key}';\n`), ['secrets/openai-api-key']);
    for (const end of ['...', '…']) assert.deepEqual(await rulesFor('src/a.ts', `key = '${key}${end}';\n`), []);
  });

  it('is no private key of which a line with dots stands for most', async () => {
    const [first = '', line = '', ...rest] = privateKey.trimEnd().split('\n');
    const explained = (...lines: readonly string[]): string =>
      `/**\n${lines.map(each => ` * ${each}\n`).join('')} */\nexport const a = 1;\n`;
    for (const dots of ['...', '…'])
      assert.deepEqual(await rulesFor('src/a.ts', explained(first, line, dots, ...rest)), [], dots);
    assert.deepEqual(await rulesFor('src/a.ts', explained(first, line, ...rest)), ['secrets/private-key']);
    const listed = `const a = [\n  \`${first}\n${line}\n${rest.join('\n')}\`,\n  ...others,\n];\n`;
    assert.deepEqual(await rulesFor('src/a.ts', listed), ['secrets/private-key']);
  });

  it('is none where a word in brackets stands for it', async () => {
    for (const shown of ['[password]', '[REDACTED_DB_PASSWORD]'])
      assert.deepEqual(await rulesFor('src/db.py', `# Format: ${url(`sally:${shown}`, 'db.acme.dev')}\n`), [], shown);
  });

  it('is told once where a page sends it to everybody many times', async () => {
    const other = ['AIza', 'SyC9pLw27TfQmXb1VzHk8RnEj4Ud6GsYtAe'].join('');
    const result = await review(
      [secretsReviewer(systemClock)],
      { 'a.ts': '' },
      { 'raw/page.html': `<a href="?key=${google}"><a href="?key=${other}">\n` },
    );
    assert.ok(result.status === 'completed');
    assert.equal(result.comments.length, 1);
  });

  it('is a word with a number where others may reach it', async () => {
    const rule = 'secrets/password-in-a-connection-string';
    assert.deepEqual(await rulesFor('a.json', url('sally:Zebra-1234', 'db.docker.internal')), [rule]);
  });

  it('is grave where it opens a database that has a name for everybody', async () => {
    const severity = async (address: string): Promise<string | undefined> => {
      const result = await review([secretsReviewer(systemClock)], { 'a.ts': '' }, { 'b.ts': `db = '${address}';\n` });
      assert.ok(result.status === 'completed');
      return result.comments[0]?.severity;
    };
    const password = ['kR7w', 'Tz1L'].join('');
    assert.equal(await severity(`postgres://app:${password}@db.acme.dev/app`), 'high');
    assert.equal(await severity(`postgres://app:${password}@db.internal/app`), 'medium');
    assert.equal(await severity(`postgres://app:${password}@db/app`), 'medium');
    assert.equal(await severity(`postgres://app:${password}@10.0.0.7/app`), 'medium');
    // Words with other letters in them are typed in place of a password, which may have the sign that ends it.
    assert.equal(await severity(`postgres://app:s3cr3t_p@ssword_992@db.acme.dev:5432/app`), undefined);
    assert.equal(await severity(`postgres://app:${password}@9x@db.acme.dev:5432/app`), 'high');
  });

  it('is no password where something is explained', async () => {
    const line = url('app:k9Xv-31qTz', 'db.acme.dev');
    for (const file of ['docs/setup.md', 'NOTES.rst', '.env.example', 'config.sample.yaml', 'config/settings.dist.ini'])
      assert.deepEqual(await rulesFor(file, line), [], file);
    for (const file of ['dist/app.js', 'src/templates/db.py'])
      assert.deepEqual(await rulesFor(file, line), ['secrets/password-in-a-connection-string'], file);
    const documented = await rulesFor('docs/setup.md', `# aws_access_key_id=${amazon}\n`);
    assert.deepEqual(documented, ['secrets/aws-access-key-id']);
    assert.deepEqual(await rulesFor('src/a.ini', `id = ${amazon.replace('AK', 'AS')}\n`), []);
    assert.deepEqual(await rulesFor('src/a.ini', `id = ${amazon}\n`), ['secrets/aws-access-key-id']);
    assert.deepEqual(await rulesFor('a.yaml', `# Such as ${line}`), []);
    // An error tracker gives it to clients.
    const [id, half] = ['1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6a', 'a6f5e4d3c2b1a0f9e8d7c6b5a4f3e2d1'];
    assert.deepEqual(await rulesFor('src/a.py', `dsn = "https://${id}:${half}@o1.ingest.sentry.io/2"\n`), []);
    assert.deepEqual(await rulesFor('src/a.py', `dsn = "https://${id}:${half}@sentry.acme.dev/2"\n`), []);
    assert.equal((await rulesFor('src/a.py', `api = "https://app:k9Xv31qTz@sentry.acme.dev/api"\n`)).length, 1);
    assert.deepEqual(await rulesFor('a.yaml', `${line}# ${line}`), ['secrets/password-in-a-connection-string']);
  });
});
