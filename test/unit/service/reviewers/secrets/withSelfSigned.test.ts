import assert from 'node:assert/strict';
import type { Files } from '../../../../host/git/repository.ts';
import { certificateFor } from '../../../api/transport/certificate.ts';
import { commentsOn } from '../commentsOn.ts';

const made = certificateFor({ name: 'shop.local', from: new Date('2026-01-01'), to: new Date('2126-01-01') });
const pem = (label: string, lines: readonly string[]): string =>
  [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
const authority = {
  key: pem('PRIVATE KEY', [
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxE1VfSU6QzHj50UM',
    'R14K6m26YymQjEo4H3aq/CLg7ZWhRANCAARuqlJD4QKfbP1flR4jgCCNne8057sm',
    'GjVRJMzjxgR91qGtTk73x6XsJugo/foHStzY8bj8lKNXZXv7u3Z76VVT',
  ]),
  cert: pem('CERTIFICATE', [
    'MIIBfzCCASWgAwIBAgIUNtrn8ego/vbgjaDq6VltQVRJml8wCgYIKoZIzj0EAwIw',
    'FDESMBAGA1UEAwwJU2hvcCBSb290MCAXDTI2MTEyNzAzNDUzMFoYDzIxMjYxMTAz',
    'MDM0NTMwWjAUMRIwEAYDVQQDDAlTaG9wIFJvb3QwWTATBgcqhkjOPQIBBggqhkjO',
    'PQMBBwNCAARuqlJD4QKfbP1flR4jgCCNne8057smGjVRJMzjxgR91qGtTk73x6Xs',
    'Jugo/foHStzY8bj8lKNXZXv7u3Z76VVTo1MwUTAdBgNVHQ4EFgQU+c+kseozqaze',
    '2MlZYvwDBT+ZcjYwHwYDVR0jBBgwFoAU+c+kseozqaze2MlZYvwDBT+ZcjYwDwYD',
    'VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA+gtR57YSkI1wfFwlR32C',
    'zZdE+4L4h9gYwhV01dLjEJQCIGn1oUt/TUP1CuHNLYaMPsim+uIiI0ypLv1VKUS0',
    'znLe',
  ]),
};

/** Signed by another: for `shop.example.com` and `127.0.0.1`, and for `shop.acme.dev` and `127.0.0.1`. */
const reserved = {
  key: pem('PRIVATE KEY', [
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjYnumyWdVUCXzpW5',
    'T1UXps0sZtMcJD+68c9raTtIZ/mhRANCAAT4mi7eqH3suqoQXmT9hgcDg/aDDX5w',
    'y40sA8DZy8ubI8ezKyftm6Ixr2dsR9VTBQvDD+dcGiXz06n2kEoSNnNM',
  ]),
  cert: pem('CERTIFICATE', [
    'MIIBmTCCAT6gAwIBAgIUOuEwpfhOBbCs6MDG6HNv6MPoKr8wCgYIKoZIzj0EAwIw',
    'FDESMBAGA1UEAwwJQWNtZSBSb290MCAXDTI2MTEyODAzMTc1NloYDzIxMjYxMTA0',
    'MDMxNzU2WjAbMRkwFwYDVQQDDBBzaG9wLmV4YW1wbGUuY29tMFkwEwYHKoZIzj0C',
    'AQYIKoZIzj0DAQcDQgAE+Jou3qh97LqqEF5k/YYHA4P2gw1+cMuNLAPA2cvLmyPH',
    'sysn7ZuiMa9nbEfVUwULww/nXBol89Op9pBKEjZzTKNlMGMwIQYDVR0RBBowGIIQ',
    'c2hvcC5leGFtcGxlLmNvbYcEfwAAATAdBgNVHQ4EFgQU3b6yAhhXBUJbblQUzQWi',
    's+ohr7wwHwYDVR0jBBgwFoAUUWsXJ3mFQMBHsu5mXn62WtULPvAwCgYIKoZIzj0E',
    'AwIDSQAwRgIhAP9ovgNHbycCRpocvrTWdJCjFYyvXkdbT/hXCoRCzTsIAiEAibWp',
    '2dZE+ZBst5IPS8K5rOxV3BWBleRYTZCfzTO/njk=',
  ]),
};
const owned = {
  key: pem('PRIVATE KEY', [
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFcMekqocHpPQpBen',
    'CC6BAjelzcj2zjcolZqp8z/NQ5uhRANCAAS/kqU7xPjc/cvT6R9Bp+fuj5OVIWeb',
    'mciE7wkC2qBgB1Zk+kZeCnQi0bDUuqSYkPxJAMRNts/7gFCxgjbcFnbs',
  ]),
  cert: pem('CERTIFICATE', [
    'MIIBkjCCATigAwIBAgIUOuEwpfhOBbCs6MDG6HNv6MPoKsAwCgYIKoZIzj0EAwIw',
    'FDESMBAGA1UEAwwJQWNtZSBSb290MCAXDTI2MTEyODAzMTc1NloYDzIxMjYxMTA0',
    'MDMxNzU2WjAYMRYwFAYDVQQDDA1zaG9wLmFjbWUuZGV2MFkwEwYHKoZIzj0CAQYI',
    'KoZIzj0DAQcDQgAEv5KlO8T43P3L0+kfQafn7o+TlSFnm5nIhO8JAtqgYAdWZPpG',
    'Xgp0ItGw1LqkmJD8SQDETbbP+4BQsYI23BZ27KNiMGAwHgYDVR0RBBcwFYINc2hv',
    'cC5hY21lLmRldocEfwAAATAdBgNVHQ4EFgQUgIMM8wuAgl0V3MjlxBgw69krodQw',
    'HwYDVR0jBBgwFoAUUWsXJ3mFQMBHsu5mXn62WtULPvAwCgYIKoZIzj0EAwIDSAAw',
    'RQIhAPCIKwdysrSh/vOryh+qwH2wJNPz72bUYuCLB26D+QNAAiBss4AAnhLSAIE/',
    'ZJWuQPVBLuvJHUkQD3WbDO2iWWd55A==',
  ]),
};

/** What is told of the keys in files, some of which were there before. */
async function told(files: Files, before: Files = {}): Promise<string[]> {
  const comments = await commentsOn({ 'README.md': 'A shop.\n', ...before }, files);
  return comments.map(({ severity, title }) => `${severity}: ${title}`);
}

describe('the private key of a certificate that signs itself', () => {
  const plain = 'medium: This line holds a private key: anyone who can read the repository can use it.';

  it('is left alone, whether or not the change brings the certificate', async () => {
    assert.deepEqual(await told({ 'config/site.key': made.key, 'config/site.crt': made.cert }), []);
    assert.deepEqual(await told({ 'config/site.key': made.key }, { 'config/site.crt': made.cert }), []);
  });

  it('is told where the certificate is not here, or is that of another key', async () => {
    assert.deepEqual(await told({ 'config/site.key': made.key }), [plain]);
    assert.deepEqual(await told({ 'config/site.key': made.key, 'config/site.crt': authority.cert }), [plain]);
  });

  it('is left alone where it may sign others', async () => {
    assert.deepEqual(await told({ 'config/ca.key': authority.key, 'config/ca.crt': authority.cert }), []);
  });

  it('is left alone where another one signs it, for a name that nobody can own', async () => {
    assert.deepEqual(await told({ 'config/site.key': reserved.key, 'config/site.crt': reserved.cert }), []);
    assert.deepEqual(await told({ 'config/site.key': owned.key, 'config/site.crt': owned.cert }), [plain]);
  });
});
