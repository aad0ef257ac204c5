import assert from 'node:assert/strict';
import { keyProblem, detectKeyKind, maskKey } from '../../../../src/core/review/apiKey.ts';

describe('an API key', () => {
  it('tells its kind by its prefix where that is known', () => {
    for (const key of [
      'live_12345678',
      'crk_live_12345678',
      'cr-prod-12345678',
      'production_12345678',
      'MSR_LIVE_12345678',
    ]) {
      assert.equal(detectKeyKind(key), 'production', key);
    }
    for (const key of ['dev_12345678', 'crk_dev_12345678', 'x_test_12345678', 'sandbox-12345678']) {
      assert.equal(detectKeyKind(key), 'development', key);
    }
    for (const key of ['0123456789', 'alive_12345678', 'cr_12345678', 'developer12345'])
      assert.equal(detectKeyKind(key), undefined, key);
  });

  it('cannot be sent when it holds what no header may hold', () => {
    assert.match(keyProblem('cr_live_1234\nX-Other: 1') ?? '', /line break/);
    assert.match(keyProblem('cr_live_1234 5678') ?? '', /space/);
    assert.match(keyProblem('cr_live_1234\u0000') ?? '', /character/);
    assert.match(keyProblem('cr_live_12é4567') ?? '', /character/);
    assert.match(keyProblem('') ?? '', /Paste/);
    assert.match(keyProblem('abc') ?? '', /short/);
    assert.match(keyProblem('a'.repeat(600)) ?? '', /long/);
    assert.equal(keyProblem('cr_live_0123456789'), undefined);
  });

  it('is shown by its last four characters only', () => {
    assert.equal(maskKey('cr_live_0123456789'), '••••6789');
  });
});
