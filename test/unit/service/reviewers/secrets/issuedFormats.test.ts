import assert from 'node:assert/strict';
import { systemClock } from '../../../../../src/core/base/clock.ts';
import { secretsReviewer } from '../../../../../src/service/reviewers/secrets/secretsReviewer.ts';
import { findSecrets } from '../../../../../src/service/secrets/findSecrets.ts';
import { places, review } from '../../engine/reviewing.ts';

const hex = '8b46287cced9041dff02cee737443e21be54014c2b54b95523cf6941fa1c257c6f561c5c';
const letters = 'Ox9gy1CJdObOIRpFqaDZeV7G5IfQHeVVEqZe2qpUWnoVPDx8wK3mRt6LzBhN4sYv';
const upper = letters.toUpperCase();
/** Without what Bech32 has not. */
const bech32 = upper.replace(/[1BIO]/g, 'Q');

/** Name, what stands in front, and the rest, which has exactly this length. */
const formats: readonly (readonly [name: string, front: string, rest: string])[] = [
  ['GitLab trigger token', 'glptt-', hex.slice(0, 40)],
  ['DigitalOcean token', 'dop_v1_', hex.slice(0, 64)],
  ['DigitalOcean token', 'doo_v1_', hex.slice(0, 64)],
  ['Google OAuth client secret', 'GOCSPX-', letters.slice(0, 28)],
  ['Atlassian API token', 'ATATT3', `${letters}${letters}=7283E0AD`],
  ['Postman API key', 'PMAK-', `${hex.slice(0, 24)}-${hex.slice(30, 64)}`],
  ['Notion token', 'ntn_', letters.slice(0, 46)],
  ['New Relic user key', 'NRAK-', upper.slice(0, 27)],
  ['age secret key', 'AGE-SECRET-KEY-', `1${bech32.slice(0, 58)}`],
  ['Terraform token', `${letters.slice(0, 14)}.atlasv1.`, `${letters}x8w`],
  ['PlanetScale token', 'pscale_tkn_', letters.slice(0, 43)],
  ['Pulumi token', 'pul-', hex.slice(0, 40)],
  ['RubyGems API key', 'rubygems_', hex.slice(0, 48)],
  ['Heroku API key', 'HRKU-', `AA${letters.slice(0, 58)}`],
];

describe('a token in the format of its issuer', () => {
  const found = (token: string): string[] =>
    findSecrets('a.js', `const a = '${token}';\n`).map(({ name, start, end }) => `${name} ${end - start}`);

  it('is no made-up one for the words that its issuer puts in front', async () => {
    const files = Object.fromEntries(
      formats.map(([, front, rest], index) => [`a${index}.js`, `go('${front}${rest}');\n`]),
    );
    assert.equal(places(await review([secretsReviewer(systemClock)], { 'x.txt': '' }, files)).length, formats.length);
  });

  for (const [name, front, rest] of formats) {
    it(`is a secret: ${front}`, () => {
      assert.deepEqual(found(front + rest), [`${name} ${front.length + rest.length}`]);
    });
    it(`is none by its front alone, cut short, or of a word: ${front}`, () => {
      assert.deepEqual(found(front), []);
      assert.deepEqual(found(front + rest.slice(0, 20)), []);
      assert.deepEqual(found(`${front}${'your-token-here-'.repeat(3)}`), []);
      assert.deepEqual(found(front + rest.replace(/./g, 'x')), []);
    });
  }
});
