import assert from 'node:assert/strict';
import { oidcOptions } from '../../../../../src/service/team/members/oidc/oidcOptions.ts';
import { canaryKey, marker } from '../../../../host/keys/canary.ts';

describe('the options of OIDC', () => {
  const issuer = 'https://id.acme.example/realms/team';
  const given = { issuer, clientId: 'code-review', name: undefined, domains: [] };
  const clientSecret = canaryKey('unknown');

  it('are none where none is given', () => {
    assert.equal(oidcOptions({ ...given, issuer: undefined, clientId: undefined }, clientSecret), undefined);
  });

  it('name the issuer and the domains as they are compared', () => {
    const options = oidcOptions({ ...given, domains: ['@Acme.example', 'xn--bcher-kva.example'] }, clientSecret);
    const domains = ['acme.example', 'xn--bcher-kva.example'];
    assert.deepEqual(options, { issuer, clientId: 'code-review', clientSecret, name: 'id.acme.example', domains });
    assert.equal(oidcOptions({ ...given, name: 'Acme\u202e ID' }, clientSecret)?.name, 'Acme ID');
  });

  it('say what is missing or wrong, and never the secret', () => {
    const wrong = [
      { ...given, issuer: undefined },
      { ...given, clientId: undefined },
      { ...given, issuer: 'http://id.acme.example' },
      { ...given, issuer: 'id.acme.example' },
      { ...given, domains: ['*.example'] },
      { ...given, domains: ['acme.example', 'b\u00fccher.example'] },
      { ...given, domains: ['example'] },
    ];
    for (const each of wrong)
      assert.throws(
        () => oidcOptions(each, clientSecret),
        ({ message, kind }: Error & { kind: string }) =>
          message.includes('--oidc-') && !message.includes(marker) && kind === 'input',
        JSON.stringify(each),
      );
    assert.throws(() => oidcOptions(given, undefined), /CODE_REVIEW_OIDC_CLIENT_SECRET/);
  });
});
