import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeRepository, listOf } from '../../../../src/api/decode/repositories.ts';
import { CodeReviewError } from '../../../../src/core/base/errors.ts';

describe('the list of repositories', () => {
  it('is found wherever the service puts it', () => {
    for (const answer of [
      ['x'],
      { data: ['x'] },
      { repositories: ['x'] },
      { items: ['x'], total: 1 },
      { data: { repositories: ['x'] } },
      { result: null, records: ['x'] },
      { data: { viewer: { repositories: { edges: ['x'] } } } },
      { content: ['x'], totalElements: 1 },
    ]) {
      assert.deepEqual(listOf(answer), ['x'], JSON.stringify(answer));
    }
  });

  it('may be empty', () => {
    assert.deepEqual(listOf({ data: [] }), []);
  });

  it('is refused in a sentence where there is none', () => {
    for (const answer of [null, 'x', 1, {}, { data: {} }, { data: 'x' }]) {
      assert.throws(
        () => listOf(answer),
        (error: unknown) =>
          CodeReviewError.is(error, 'service') && error.message.includes('not a list of repositories'),
        JSON.stringify(answer),
      );
    }
  });
});

describe('a repository in the list', () => {
  it('is read as the document shows it', () => {
    const raw = { id: 'repo_1', name: 'app', full_name: 'acme/app', provider: 'GitHub', private: false };
    assert.deepEqual(decodeRepository(raw), {
      id: 'repo_1',
      name: 'app',
      fullName: 'acme/app',
      provider: 'github',
      isPrivate: false,
      webUrl: undefined,
    });
  });

  it('has its owner in front of its name, wherever the two stand', () => {
    for (const raw of [
      { full_name: 'acme/app' },
      { nameWithOwner: 'acme/app' },
      { owner: 'acme', name: 'app' },
      { owner: { login: 'acme' }, name: 'app' },
      { name: 'acme/app' },
      { owner: 'acme', name: 'acme/app' },
      { id: '1', type: 'repositories', attributes: { full_name: 'acme/app' } },
      { node: { nameWithOwner: 'acme/app' } },
      { repository: { owner: 'acme', name: 'app' } },
    ]) {
      const { fullName, name } = decodeRepository(raw) ?? assert.fail(JSON.stringify(raw));
      assert.deepEqual([fullName, name], ['acme/app', 'app'], JSON.stringify(raw));
    }
    const nested = decodeRepository({ path_with_namespace: 'acme/team/app' });
    assert.deepEqual([nested?.fullName, nested?.name], ['acme/team/app', 'app']);
  });

  it('is private, public or neither said', () => {
    assert.equal(decodeRepository({ full_name: 'a/b', visibility: 'internal' })?.isPrivate, true);
    assert.equal(decodeRepository({ full_name: 'a/b', visibility: 'public' })?.isPrivate, false);
    assert.equal(decodeRepository({ full_name: 'a/b' })?.isPrivate, undefined);
  });

  it('links to an https page only', () => {
    const webUrl = (url: string): string | undefined => decodeRepository({ full_name: 'a/b', html_url: url })?.webUrl;
    assert.equal(webUrl('https://x.example/a/b'), 'https://x.example/a/b');
    for (const url of ['http://x.example', 'command:quit', 'https://user:word@x.example', 'no address'])
      assert.equal(webUrl(url), undefined, url);
  });

  it('is none where it names none', () => {
    for (const raw of [null, 1, 'acme/app', [], {}, { id: 1 }, { full_name: ' ' }, { name: '\u200b' }])
      assert.equal(decodeRepository(raw), undefined, JSON.stringify(raw));
  });

  it('is shown as plain text', () => {
    assert.equal(decodeRepository({ full_name: 'acme/\u202eapp\n' })?.fullName, 'acme/ app');
  });

  it('is a repository with a name or none, whatever comes', () => {
    const key = fc.constantFrom(
      'id',
      'name',
      'full_name',
      'owner',
      'provider',
      'private',
      'visibility',
      'url',
      'login',
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.object({ key, maxDepth: 2 })), raw => {
        const repository = decodeRepository(raw);
        if (repository !== undefined) assert.ok(repository.fullName !== '' && repository.name !== '');
      }),
    );
  });
});
