import assert from 'node:assert/strict';
import { adviceWithoutSignIn, editorSignIn } from '../../../../../src/git/pullRequest/providers/editorSignIn.ts';

const azure = '499b84ac-1321-427f-aa17-267ca6975798/.default';

describe('the sign-in of the editor for a host', () => {
  it('is that of GitHub, by each set of scopes that sessions are made with, and asks for no more than it needs', () => {
    const signIn = editorSignIn({ provider: 'github', host: 'github.com' }, []);
    assert.equal(signIn?.id, 'github');
    const sets = signIn.scopeSets.map(set => [...set].sort().join(' '));
    for (const known of [
      ['read:user', 'user:email', 'repo'],
      ['read:user', 'user:email', 'repo', 'workflow'],
      ['read:user', 'user:email', 'repo', 'workflow', 'project', 'read:org'],
      ['repo'],
    ])
      assert.ok(sets.includes(known.sort().join(' ')), known.join());
    assert.deepEqual(signIn.leastScopes, ['repo']);
  });

  it('is that of GitHub Enterprise for the one server of the settings, and for no other', () => {
    const id = (host: string, ...uris: string[]): string | undefined =>
      editorSignIn({ provider: 'github', host }, uris)?.id;
    assert.equal(id('ghe.acme.example', 'https://GHE.acme.example/'), 'github-enterprise');
    assert.equal(id('acme.ghe.com', 'https://acme.ghe.com'), 'github-enterprise');
    assert.equal(id('github.evil.example', 'https://ghe.acme.example'), undefined);
    assert.equal(id('ghe.acme.example'), undefined);
    assert.equal(id('ghe.acme.example', 'http://ghe.acme.example'), undefined);
    assert.equal(id('ghe.acme.example', 'nonsense', ''), undefined);
    assert.equal(id('ghe.acme.example', 'https://ghe.acme.example', 'https://other.example'), undefined);
  });

  it('is that of Microsoft for Azure DevOps in the cloud alone', () => {
    const signIn = editorSignIn({ provider: 'azure', host: 'dev.azure.com' }, []);
    assert.equal(signIn?.id, 'microsoft');
    assert.deepEqual(signIn.scopeSets, [[azure, 'offline_access'], [azure]]);
    assert.equal(editorSignIn({ provider: 'azure-server', host: 'tfs.acme.example' }, []), undefined);
    assert.equal(editorSignIn({ provider: 'azure', host: 'dev.azure.com.evil.example' }, []), undefined);
  });

  it('is that of GitLab with an account of the very host', () => {
    const signIn = editorSignIn({ provider: 'gitlab', host: 'gitlab.com' }, []);
    assert.deepEqual([signIn?.id, signIn?.scopeSets], ['gitlab', [['api']]]);
    const isOfHost = (id: string, label = 'robin'): boolean | undefined => signIn?.isOfHost?.({ id, label });
    assert.equal(isOfHost('https://gitlab.com|42'), true);
    assert.equal(isOfHost('42', 'https://gitlab.com/ - robin'), true);
    assert.equal(isOfHost('https://gitlab.acme.example|42'), false);
    assert.equal(isOfHost('https://gitlab.com.evil.example|42'), false);
    assert.equal(isOfHost('https://evil.example/gitlab.com|42'), false);
    assert.equal(isOfHost('42'), false);
  });

  it('is none elsewhere, and it is said what to do', () => {
    for (const [provider, host] of [
      ['bitbucket', 'bitbucket.org'],
      ['bitbucket-server', 'git.acme.example'],
      ['gitea', 'codeberg.org'],
      ['git', 'git.acme.example'],
    ] as const) {
      assert.equal(editorSignIn({ provider, host }, []), undefined);
      assert.match(adviceWithoutSignIn({ provider, host }), /^Type the number or the address/);
    }
    assert.match(adviceWithoutSignIn({ provider: 'github', host: 'ghe.acme.example' }), /https:\/\/ghe\.acme\.example/);
  });
});
