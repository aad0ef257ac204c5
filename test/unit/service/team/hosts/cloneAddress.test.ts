import assert from 'node:assert/strict';
import { displayMessage } from '../../../../../src/core/base/errors.ts';
import { gitAuthorization, redact, restToken } from '../../../../../src/service/team/hosts/authorization.ts';
import { parseCloneAddress } from '../../../../../src/service/team/hosts/cloneAddress.ts';
import { canaryKey } from '../../../../host/keys/canary.ts';
import { basic } from '../../../../host/git/gitServer.ts';

describe('a clone address', () => {
  const known: readonly (readonly [string, string, string, string])[] = [
    ['https://github.com/acme/orders.git', 'github', 'acme/orders', 'https://github.com'],
    ['https://github.acme.example/acme/orders', 'github', 'acme/orders', 'https://github.acme.example'],
    ['https://gitlab.com/acme/shop/orders.git', 'gitlab', 'acme/shop/orders', 'https://gitlab.com'],
    ['https://bitbucket.org/acme/orders.git', 'bitbucket', 'acme/orders', 'https://bitbucket.org'],
    [
      'https://bitbucket.acme.example/scm/shop/orders.git',
      'bitbucket-server',
      'shop/orders',
      'https://bitbucket.acme.example',
    ],
    ['https://dev.azure.com/acme/shop/_git/orders', 'azure', 'acme/shop/orders', 'https://dev.azure.com'],
    ['https://codeberg.org/acme/orders.git', 'gitea', 'acme/orders', 'https://codeberg.org'],
    ['https://git.acme.example:8443/acme/orders.git/', 'git', 'acme/orders', 'https://git.acme.example:8443'],
    ['http://127.0.0.1:3000/acme/orders.git', 'git', 'acme/orders', 'http://127.0.0.1:3000'],
  ];
  for (const [text, provider, fullName, origin] of known)
    it(`is read: ${text}`, () => {
      const read = parseCloneAddress(` ${text}\n`);
      assert.deepEqual(
        [read.provider, read.fullName, read.origin, read.credential],
        [provider, fullName, origin, undefined],
      );
      assert.equal(read.cloneUrl, text.replace(/\/$/, ''));
    });

  it('of a host that no rule knows has the provider that was chosen, with its pages below the same origin', () => {
    const read = parseCloneAddress('http://127.0.0.1:3000/acme/orders.git', 'gitea');
    assert.deepEqual(
      [read.provider, read.site, read.webUrl],
      ['gitea', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000/acme/orders'],
    );
  });

  it('gives up the credential that stands in it', () => {
    const secret = canaryKey();
    const read = parseCloneAddress(`https://robin:${secret}@git.acme.example/acme/orders.git?x=1#y`);
    assert.deepEqual(read.credential, { username: 'robin', secret });
    assert.equal(read.cloneUrl, 'https://git.acme.example/acme/orders.git');
    const alone = parseCloneAddress(`https://${secret}@github.com/acme/orders.git`);
    assert.deepEqual(alone.credential, { username: '', secret });
    assert.equal(parseCloneAddress('https://acme@dev.azure.com/acme/shop/_git/orders').credential, undefined);
  });

  const refused: readonly (readonly [string, RegExp])[] = [
    ['', /There is no clone address/],
    ['git@github.com:acme/orders.git', /HTTPS address \(https:\/\/github\.com\/acme\/orders\.git\), with a token/],
    ['ssh://git@git.acme.example:7999/shop/orders.git', /SSH addresses cannot be used/],
    ['http://git.acme.example/acme/orders.git', /unencrypted over http\. Use its https address/],
    ['file:///etc/orders.git', /Folders of this machine/],
    ['/srv/git/orders.git', /Folders of this machine/],
    ['C:\\git\\orders', /Folders of this machine/],
    ['ext::sh -c touch% /tmp/pwned', /remote helpers/],
    ['--upload-pack=touch /tmp/pwned', /not the clone address/],
    ['git://git.acme.example/acme/orders.git', /not the clone address/],
    ['https://github.com', /not the clone address/],
    ['https://git.acme.example/acme/../../orders.git\u202E', /not the clone address/],
    ['https://git.acme.example/acme/ord\ners.git', /not the clone address/],
    [`https://git.acme.example/${'a'.repeat(3_000)}/b.git`, /too long/],
  ];
  for (const [text, expected] of refused)
    it(`is refused: ${text.slice(0, 60)}`, () => {
      assert.throws(
        () => parseCloneAddress(text),
        (error: unknown) => {
          assert.match(displayMessage(error), expected);
          return true;
        },
      );
    });

  it('that is refused is not quoted with its password', () => {
    for (const address of [
      'http://robin:SECRET@git.acme.example/a/b.git',
      'ftp://robin:SECRET@git.acme.example/a/b',
      'ssh://robin:SECRET@github.com/a/b',
    ])
      assert.throws(
        () => parseCloneAddress(address.replace('SECRET', canaryKey())),
        (error: unknown) => !displayMessage(error).includes(canaryKey()),
      );
  });
});

describe('the authorization at a git host', () => {
  it('is the one that the host takes', () => {
    const token = { username: '', secret: 'token-1234' };
    assert.equal(gitAuthorization('github', token), basic('x-access-token', 'token-1234'));
    assert.equal(gitAuthorization('gitlab', token), basic('oauth2', 'token-1234'));
    assert.equal(gitAuthorization('git', token), 'Bearer token-1234');
    const apiToken = { username: 'robin@acme.example', secret: 'token-1234' };
    assert.equal(gitAuthorization('bitbucket', apiToken), basic('x-bitbucket-api-token-auth', 'token-1234'));
    assert.deepEqual(restToken('bitbucket', apiToken), {
      scheme: 'Basic',
      token: btoa('robin@acme.example:token-1234'),
    });
    assert.equal(gitAuthorization('git', { ...token, username: 'robin' }), basic('robin', 'token-1234'));
    assert.deepEqual(restToken('azure', token), { scheme: 'Basic', token: btoa(':token-1234') });
    assert.deepEqual(restToken('github', { ...token, username: 'robin' }), { scheme: undefined, token: 'token-1234' });
    assert.deepEqual(restToken('bitbucket', { ...token, username: 'robin' }), {
      scheme: 'Basic',
      token: btoa('robin:token-1234'),
    });
  });

  it('is taken out of what a server says, in each form in which it was sent', () => {
    const credential = { username: 'robin', secret: 'token/1234+x' };
    const said = [
      credential.secret,
      encodeURIComponent(credential.secret),
      basic('robin', credential.secret),
      btoa(credential.secret),
    ];
    assert.equal(redact(said.join(' '), 'git', credential), '••• ••• Basic ••• •••');
  });
});
