import assert from 'node:assert/strict';
import { matchesMask, containsMask, maskSecret } from '../../../../src/core/base/maskSecret.ts';

describe('a masked secret', () => {
  it('shows four characters at either end, and none where it is short', () => {
    assert.equal(maskSecret('abcd1234efgh'), 'abcd****efgh');
    assert.equal(maskSecret('abcd1234efg'), '***********');
    assert.equal(maskSecret(''), '');
  });

  it('keeps its lines and their lengths', () =>
    assert.equal(maskSecret('MIIEvQIB\r\nADANBgkq\nhki=='), 'MIIE****\r\n********\n*ki=='));

  it('fits the secret in its place, and nothing else', () => {
    const line = 'key: abcd1234efgh5678';
    const masked = line.replace('abcd1234efgh5678', maskSecret('abcd1234efgh5678'));
    assert.ok(containsMask(masked) && !containsMask(line));
    assert.ok(matchesMask(line, masked));
    for (const other of ['key: abcd1234efgh5679', 'kex: abcd1234efgh5678', `${line} `, ''])
      assert.ok(!matchesMask(other, masked), other);
  });
});
