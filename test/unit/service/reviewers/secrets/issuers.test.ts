import assert from 'node:assert/strict';
import { findSecrets } from '../../../../../src/service/secrets/findSecrets.ts';

const hex = '4e1b7d09c2a85f63e0d19b7c48a2f5e163d0b97c2e8a4f51d6093b7ec82a1f45';
const mixed =
  'k9Xv31qTzLm4bNs8Dc5GhJ2wRf7PyKe6UaVtQ0ZoBi1MxCjHgEdWrSnYuTlAp8OkFv3IqXz5GbNm7JhLc2DsRwPyEe4KaVt9UfQ0ZoBi6MxCjHg1EdWrSnYu';

/** The beginning of a token and what follows it, which together nobody has to find in this file. */
const tokens: readonly (readonly [rule: string, begin: string, rest: string, end?: string])[] = [
  ['telegram-bot-token', '7512345678:', `AA${mixed.slice(0, 33)}`],
  ['anthropic-api-key', 'sk-ant-', `api03-${mixed.slice(0, 93)}AA`],
  ['supabase-token', 'sbp_', hex.slice(0, 40)],
  ['supabase-secret-key', 'sb_', `secret_${mixed.slice(0, 22)}_${mixed.slice(30, 38)}`],
  ['doppler-token', 'dp.', `pt.${mixed.slice(0, 43)}`],
  ['sentry-user-token', 'sntryu_', hex],
  ['sentry-organization-token', 'sntrys_', `eyJ${mixed.slice(0, 90)}_${mixed.slice(0, 43)}`],
  ['square-access-token', 'sq0atp-', mixed.slice(0, 22)],
  ['replicate-token', 'r8_', mixed.slice(0, 37)],
  ['perplexity-api-key', 'pplx-', mixed.slice(0, 48)],
  ['xai-api-key', 'xai-', mixed.slice(0, 80)],
  ['netlify-token', 'nfp_', mixed.slice(0, 36)],
  ['buildkite-token', 'bkua_', hex.slice(0, 40)],
  ['airtable-token', 'pat', `${mixed.slice(0, 14)}.${hex}`],
  ['circleci-token', 'CCIPAT_', `${mixed.slice(0, 22)}_${hex.slice(0, 40)}`],
  ['sonarqube-token', 'sqp_', hex.slice(0, 40)],
  ['hubspot-token', 'pat-na1-', '4e1b7d09-c2a8-4f63-a0d1-9b7c48a2f5e1'],
  ['microsoft-entra-client-secret', 'k9X', `8Q~${mixed.slice(3, 37)}`],
  ['mailchimp-api-key', hex.slice(0, 8), `${hex.slice(8, 32)}-us12`],
  ['resend-api-key', 're_', `${mixed.slice(0, 8)}_${mixed.slice(8, 32)}`],
  ['contentful-token', 'CFPAT-', mixed.slice(0, 43)],
  ['fly-token', 'fm2_', mixed.slice(0, 110)],
  ['mapbox-secret-token', 'sk.eyJ1', `${mixed.slice(0, 60)}.${mixed.slice(60, 82)}`],
  ['gitlab-token', 'glrt-', mixed.slice(0, 20)],
];

describe('a token in the form of its issuer', () => {
  for (const [rule, begin, rest] of tokens) {
    const found = (token: string): string[] =>
      findSecrets('src/a.ts', `const a = '${token}';\n`).map(each => each.rule);

    it(`is told by its name: ${rule}`, () => assert.deepEqual(found(begin + rest), [`secrets/${rule}`]));

    it(`is none where it is cut short or typed: ${rule}`, () => {
      assert.deepEqual(found(`${begin}${rest.slice(0, 9)}`), []);
      assert.deepEqual(found(`${begin}${rest.slice(0, 4)}${'x'.repeat(rest.length - 4)}`), []);
    });
  }

  it('is told in the address of an interface that it is a part of', () => {
    const [, begin = '', rest = ''] = tokens[0] ?? [];
    const text = `fetch('https://api.telegram.org/bot${begin}${rest}/sendMessage');\n`;
    assert.deepEqual(
      findSecrets('src/a.ts', text).map(each => each.rule),
      ['secrets/telegram-bot-token'],
    );
  });
});
