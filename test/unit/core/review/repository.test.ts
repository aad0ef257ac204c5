import assert from 'node:assert/strict';
import { isSameRepository } from '../../../../src/core/review/repository.ts';

describe('a repository that is checked out', () => {
  for (const [name, listed, copy, isSame] of [
    ['has the listed name in any case', ['Acme/App', 'GitHub'], ['acme/app', 'github'], true],
    ['has a provider that the list does not name', ['acme/app', ''], ['acme/app', 'gitlab'], true],
    ['is a server of the same provider', ['acme/app', 'bitbucket'], ['acme/app', 'bitbucket-server'], true],
    ['has a host that nobody knows', ['acme/app', 'github'], ['acme/app', 'git'], true],
    ['is at another provider', ['acme/app', 'github'], ['acme/app', 'gitlab'], false],
    ['has another name', ['acme/app', 'github'], ['acme/apps', 'github'], false],
  ] as const) {
    it(`is ${isSame ? 'the same' : 'another one'} where it ${name}`, () => {
      const [one, other] = [listed, copy].map(([fullName, provider]) => ({ fullName, provider }));
      assert.ok(one !== undefined && other !== undefined);
      assert.equal(isSameRepository(one, other), isSame);
    });
  }
});
