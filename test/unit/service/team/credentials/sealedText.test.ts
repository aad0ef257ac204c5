import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { CodeReviewError, displayMessage } from '../../../../../src/core/base/errors.ts';
import { isSealedWithCurrent, open, seal } from '../../../../../src/service/team/credentials/sealedText.ts';
import { readSecretKeys, type SecretKeys } from '../../../../../src/service/team/credentials/secretKeys.ts';
import { canaryKey } from '../../../../host/keys/canary.ts';

const owner = 'credential 7 https://git.acme.example';

function keysOf(...keys: readonly string[]): SecretKeys {
  return readSecretKeys(keys.join('\n'));
}

describe('a sealed text', () => {
  const [older, newer] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')];

  it('is opened with the key it was sealed with, and hides the text', () => {
    const keys = keysOf(newer);
    const secret = canaryKey();
    const sealed = seal(secret, owner, keys);
    assert.equal(open(sealed, owner, keys), secret);
    assert.ok(!sealed.includes(secret));
    assert.notDeepEqual(seal(secret, owner, keys), sealed, 'the same text is sealed differently each time');
  });

  it('is opened with an older key after a rotation, and told apart from those of the newest', () => {
    const sealed = seal(canaryKey(), owner, keysOf(older));
    const rotated = keysOf(newer, older);
    assert.equal(open(sealed, owner, rotated), canaryKey());
    assert.equal(isSealedWithCurrent(sealed, rotated), false);
    assert.equal(isSealedWithCurrent(seal(canaryKey(), owner, rotated), rotated), true);
  });

  it('says what to do where its key is not there', () => {
    const sealed = seal(canaryKey(), owner, keysOf(older));
    const other = keysOf(newer);
    assert.throws(() => open(sealed, owner, other), /encrypted with a secret key that this process does not have/);
  });

  it('is opened for nobody else, and not after any byte of it was changed', () => {
    const keys = keysOf(newer);
    const sealed = seal(canaryKey(), owner, keys);
    assert.throws(() => open(sealed, 'credential 8 https://git.acme.example', keys), /damaged, or belongs to another/);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.throws(() => open(changed, owner, keys), CodeReviewError, `byte ${at}`);
    }
    for (const length of [0, 1, 5, 17, 32]) assert.throws(() => open(sealed.subarray(0, length), owner, keys));
  });
});

describe('secret keys', () => {
  it('are read without their padding, with the alphabet of URLs', () => {
    const key = randomBytes(32);
    assert.deepEqual(readSecretKeys(`${key.toString('base64url')}\n`).current.bytes, key);
  });

  const wrong: readonly (readonly [string, string | undefined, RegExp])[] = [
    ['missing', undefined, /CODE_REVIEW_SECRET_KEY has no secret key\. Make one with: openssl rand -base64 32/],
    ['blank', ' \n', /has no secret key/],
    ['short', Buffer.from('CaNaRy7731kEy').toString('base64'), /has 13 bytes instead of 32/],
    ['a password', 'CaNaRy7731kEy!', /is neither base64 nor hex/],
    ['zeros', '0'.repeat(64), /is not random/],
  ];
  for (const [what, value, expected] of wrong)
    it(`are refused with a sentence without them: ${what}`, () => {
      assert.throws(
        () => readSecretKeys(value),
        (error: unknown) => {
          assert.match(displayMessage(error), expected);
          assert.doesNotMatch(displayMessage(error), /CaNaRy/);
          return true;
        },
      );
    });
});
