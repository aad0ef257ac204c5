import assert from 'node:assert/strict';
import { CodeReviewError } from '../../../../../src/core/base/errors.ts';
import {
  checkExposure,
  parseListenAddress,
  parsePublicUrl,
} from '../../../../../src/service/team/network/addresses.ts';
import { TrustedProxies } from '../../../../../src/service/team/network/trustedProxies.ts';

function refuses(act: () => unknown, words: RegExp): void {
  assert.throws(act, (error: unknown) => {
    assert.ok(CodeReviewError.is(error, 'input'), String(error));
    assert.match(`${error.message} ${error.advice}`, words);
    return true;
  });
}

describe('the addresses of a service', () => {
  it('are an IP address and a port to listen at', () => {
    assert.deepEqual(parseListenAddress('127.0.0.1:8080'), { host: '127.0.0.1', port: 8080 });
    assert.deepEqual(parseListenAddress('[::1]:0'), { host: '::1', port: 0 });
    assert.deepEqual(parseListenAddress('localhost:80'), { host: 'localhost', port: 80 });
    for (const wrong of ['8080', ':8080', 'example.com:80', '127.0.0.1', '127.0.0.1:99999', '::1:80', '1.2.3.4:-1', ''])
      refuses(() => parseListenAddress(wrong), /--listen cannot be .*127\.0\.0\.1:8080/s);
  });

  it('are beyond this machine only behind a proxy', () => {
    for (const host of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) checkExposure({ host, port: 80 }, false);
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '2001:db8::1']) {
      refuses(() => checkExposure({ host, port: 80 }, false), /plain HTTP.*--trusted-proxy/s);
      checkExposure({ host, port: 80 }, true);
    }
  });

  it('are opened by users with HTTPS, or with HTTP on this machine', () => {
    assert.equal(parsePublicUrl('https://Review.example.com/').host, 'review.example.com');
    assert.equal(parsePublicUrl('http://localhost:8080').origin, 'http://localhost:8080');
    refuses(() => parsePublicUrl('http://review.example.com'), /begin with https:.*proxy with a certificate/s);
    for (const wrong of ['review.example.com', 'ftp://a.example', 'https://a.example/path', 'https://a.example?q', ''])
      refuses(() => parsePublicUrl(wrong), /--public-url cannot be .*scheme and host alone/s);
    refuses(() => parsePublicUrl('https://ada:hunter2@a.example'), /^(?!.*hunter2)/s);
  });

  it('name proxies one by one or by range, never all there are', () => {
    const proxies = new TrustedProxies(['10.0.0.0/24', '192.168.7.7', 'fd00::/8']);
    for (const address of ['10.0.0.5', '::ffff:10.0.0.5', '192.168.7.7', 'fd12::1']) assert.ok(proxies.has(address));
    for (const address of ['10.0.1.5', '192.168.7.8', 'fe80::1', '', 'nonsense']) assert.ok(!proxies.has(address));
    for (const wrong of ['0.0.0.0/0', '::/0', '10.0.0.0/33', 'proxy.example.com', '10.0.0', '10.0.0.0/', ''])
      refuses(() => new TrustedProxies([wrong]), /--trusted-proxy cannot be .*10\.0\.0\.0\/24/s);
  });
});
