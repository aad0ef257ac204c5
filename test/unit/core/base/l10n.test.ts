import assert from 'node:assert/strict';
import { formatEnd, formatTime } from '../../../../src/core/base/formatTime.ts';
import { commaList, conjunction, plural, setDisplayLanguage, t } from '../../../../src/core/base/l10n.ts';

const found = (count: number): string =>
  plural(count, '{count} finding in {file}', '{count} findings in {file}', { file: 'a.ts' });

describe('messages', () => {
  afterEach(() => setDisplayLanguage(undefined));

  it('are English without a display language', () => {
    assert.equal(t('Sign in again.'), 'Sign in again.');
    assert.equal(t('{a} is at {b}, {a}', { a: 'x', b: 2 }), 'x is at 2, x');
    assert.deepEqual([0, 1, 2].map(found), ['0 findings in a.ts', '1 finding in a.ts', '2 findings in a.ts']);
    assert.equal(commaList(['a', 'b', 'c']), 'a, b, c');
    assert.equal(conjunction(['a', 'b']), 'a and b');
  });

  it('fill each placeholder once, whatever the value looks like', () => {
    assert.equal(t('{a} and {b}', { a: '{b}', b: '$&' }), '{b} and $&');
  });

  it('use the plural form of the display language', () => {
    const translate = (message: string, values: Readonly<Record<string, string | number>>): string =>
      `${message.includes('findings') ? 'many' : 'one'} ${values['count'] ?? ''}`;
    setDisplayLanguage({ tag: 'fr', translate });
    assert.deepEqual([0, 1, 2].map(found), ['one 0', 'one 1', 'many 2']);
    setDisplayLanguage({ tag: 'ja', translate });
    assert.deepEqual([0, 1, 2].map(found), ['many 0', 'many 1', 'many 2']);
  });

  it('have times as the display language writes them', () => {
    const afternoon = new Date(2026, 0, 1, 14, 5).getTime();
    setDisplayLanguage({ tag: 'de', translate: message => message });
    assert.equal(formatTime(afternoon), '14:05');
    setDisplayLanguage({ tag: 'zh-cn', translate: message => message });
    assert.equal(formatTime(afternoon), '14:05');
    setDisplayLanguage({ tag: 'en-US', translate: message => message });
    assert.match(formatTime(afternoon), /^02:05\sPM$/);
  });

  it('have an end that is over at the minute that is told', () => {
    const hour = new Date(2026, 0, 1, 14, 0).getTime();
    setDisplayLanguage({ tag: 'de', translate: message => message });
    const told = [0, 1, 59_999, 60_000].map(after => formatEnd(hour + after));
    assert.deepEqual(told, ['14:00', '14:01', '14:01', '14:01']);
  });

  it('join what is enumerated as the display language does', () => {
    setDisplayLanguage({ tag: 'de', translate: message => message });
    assert.equal(conjunction(['a', 'b', 'c']), 'a, b und c');
  });
});
