import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOidcOptions } from '../../../../../src/service/team/members/oidc/oidcOptions.ts';
import { canaryKey, marker, setAside } from '../../../../host/canary.ts';

describe('the configuration of OIDC', () => {
  const given = {
    CODE_REVIEW_OIDC_ISSUER: 'https://id.acme.example/realms/team',
    CODE_REVIEW_OIDC_CLIENT_ID: 'code-review',
    CODE_REVIEW_OIDC_CLIENT_SECRET: canaryKey('unknown'),
  };

  it('is none without an issuer', async () => {
    assert.equal(await readOidcOptions({}), undefined);
  });

  it('is read from the environment, the secret from a file too', async () => {
    const domains = 'Acme.example, b.example';
    const all = { ...given, CODE_REVIEW_OIDC_NAME: 'Acme ID', CODE_REVIEW_OIDC_DOMAINS: domains };
    const expected = {
      issuer: 'https://id.acme.example/realms/team',
      clientId: 'code-review',
      clientSecret: canaryKey('unknown'),
      name: 'Acme ID',
      domains: ['acme.example', 'b.example'],
    };
    assert.deepEqual(await readOidcOptions(all), expected);
    const folder = await mkdtemp(path.join(tmpdir(), setAside));
    const file = path.join(folder, 'secret');
    await writeFile(file, `${canaryKey('unknown')}\n`);
    const others = { ...all, CODE_REVIEW_OIDC_CLIENT_SECRET: '' };
    assert.deepEqual(await readOidcOptions({ ...others, CODE_REVIEW_OIDC_CLIENT_SECRET_FILE: file }), expected);
    await rm(folder, { recursive: true });
    assert.equal((await readOidcOptions(given))?.name, 'id.acme.example');
  });

  it('says what is missing or wrong, and never the secret', async () => {
    const wrong = {
      CODE_REVIEW_OIDC_ISSUER: 'http://id.acme.example',
      CODE_REVIEW_OIDC_CLIENT_ID: '',
      CODE_REVIEW_OIDC_CLIENT_SECRET: ' ',
      CODE_REVIEW_OIDC_CLIENT_SECRET_FILE: '/nowhere/secret',
      CODE_REVIEW_OIDC_DOMAINS: '*.example',
    };
    for (const [name, value] of Object.entries(wrong))
      await assert.rejects(
        readOidcOptions({ ...given, [name]: value }),
        ({ message, kind }: Error & { kind: string }) => {
          assert.ok(message.startsWith(`${name} `) && !message.includes(marker), message);
          return kind === 'input';
        },
      );
  });
});
