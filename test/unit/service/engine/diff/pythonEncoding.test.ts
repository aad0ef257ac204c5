import assert from 'node:assert/strict';
import { decodeFile } from '../../../../../src/service/engine/diff/decodeFile.ts';
import { reviewGaps } from '../../../../../src/service/engine/result/reviewGaps.ts';
import { reviewers } from '../../../../../src/service/reviewers/analysers.ts';
import { places, review } from '../reviewing.ts';

const hidden = `NAME = "\x95\x5c"; COLOURS = {'red': 1, 'red': 2}  # "\n`;
const python = (first: string, rest = hidden): Buffer => Buffer.from(`${first}\n${rest}`, 'latin1');

describe('Python that names an encoding', () => {
  for (const first of [
    '# -*- coding: shift_jis -*-',
    '#!/usr/bin/env python3\n# vim: set fileencoding=GBK :',
    ' \t# coding=big5',
    '# encoding: cp932\r',
  ])
    it(`is read as Python reads it: ${JSON.stringify(first)}`, () =>
      assert.match(decodeFile(python(first), 'a.py') ?? '', /NAME = "[^"\\]"; COLOURS/));

  for (const first of [
    '# -*- coding: utf-8 -*-',
    '# coding: latin-1',
    '# coding: iso-8859-15',
    '# coding: cp1252',
    '# coding: koi8_r',
    'x = 1\n# coding: shift_jis',
    '#\n#\n# coding: shift_jis',
    '# the coding is shift_jis',
    'x = "# coding: shift_jis"',
    '\xef\xbb\xbf# coding: shift_jis',
  ])
    it(`is read by its ASCII otherwise: ${JSON.stringify(first)}`, () =>
      assert.ok(decodeFile(python(first), 'a.py')?.includes('\\"; COLOURS')));

  it('says nothing in other languages', () =>
    assert.ok(decodeFile(python('# coding: shift_jis'), 'a.rb')?.includes('\\"; COLOURS')));

  it('is reviewed as Python reads it', async () => {
    const after = { 'app/pay.py': python('# coding: shift_jis'), 'app/b.py': python('# coding: utf-8', 'B = 1\n') };
    assert.deepEqual(places(await review(reviewers, { 'x.txt': '' }, after)), ['app/pay.py:2 ruff/F601']);
  });

  for (const [encoding, text] of [
    ['utf-7', '# note +AAo-COLOURS +AD0- 1\n'],
    ['UTF_7', 'X = 1\n'],
    ['raw_unicode_escape', '# note \\u000aCOLOURS = 1\n'],
    ['unicode_escape', '# note \\nCOLOURS = 1\n'],
    ['hz', 'X = 1\n'],
    ['iso2022_jp', 'X = 1\n'],
    ['cp037', 'X = 1\n'],
    ['johab', 'X = 1\n'],
    ['constructor', 'X = 1\n'],
    ['gbk', 'X = "\xff\xff"\n'],
  ] as const)
    it(`is a gap in ${encoding} that cannot be decoded, and is searched for secrets all the same`, async () => {
      const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');
      const after = { 'a.py': python(`# coding: ${encoding}`, `${text}TOKEN = "${token}"\n`) };
      const result = await review(reviewers, { 'x.txt': '' }, after);
      assert.ok(result.status === 'completed');
      assert.deepEqual(
        reviewGaps(result).flatMap(({ notifications }) => notifications.map(({ reason }) => reason)),
        [`cannot be decoded as ${encoding}`],
      );
      assert.match(places(result).join(), /^a\.py:3 secrets\//);
    });
});

describe('Python that is not in its encoding', () => {
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
  const told = async (before: Buffer | string | undefined, after: Buffer | string, path = 'app/pay.py') => {
    const result = await review(reviewers, { 'x.txt': '', [path]: before }, { 'b.py': 'B = 1\n', [path]: after });
    assert.ok(result.status === 'completed');
    return places(result);
  };
  const name = (quoted: string): string => `A = 1\nNAME = ${quoted}\n`;
  const second = ['app/pay.py:2 ruff/syntax-error'];

  it('is told of in a new file, and where the change makes it so', async () => {
    assert.deepEqual(await told(undefined, latin1(name('"Müller"'))), second);
    assert.deepEqual(await told('A = 1\n', latin1(name('1  # Müller'))), second);
    assert.deepEqual(await told('A = 1\n', latin1(`# coding: utf-8\n${name('"Müller"')}`)), [
      'app/pay.py:3 ruff/syntax-error',
    ]);
  });

  it('is told of where only its first lines change', async () => {
    const marked = (encoding: string): string => `# -*- coding: ${encoding} -*-\n${name('"Müller"')}`;
    const third = ['app/pay.py:3 ruff/syntax-error'];
    assert.deepEqual(await told(latin1(marked('latin-1')), latin1(name('"Müller"'))), second);
    assert.deepEqual(await told(latin1(marked('latin-1')), latin1(marked('utf-8'))), third);
    assert.deepEqual(await told(name('"Müller"'), marked('us-ascii')), third);
  });

  it('is a gap where the same text is saved in another encoding', async () => {
    const after = { 'a.py': latin1(name('"Müller"')), 'b.py': 'B = 1\n' };
    const result = await review(reviewers, { 'a.py': name('"Müller"') }, after);
    assert.ok(result.status === 'completed');
    assert.deepEqual(
      result.unreviewed.filter(({ isGap }) => isGap === true).map(({ path, why }) => `${path}: ${why}`),
      ['a.py: cannot be decoded by Python any more'],
    );
  });

  it('is not told where Python decodes it, where it was so before, or where a test may be about it', async () => {
    const text = name('"Müller"');
    assert.deepEqual(await told(undefined, text), []);
    assert.deepEqual(await told(undefined, latin1(`# coding: latin-1\n${text}`)), []);
    assert.deepEqual(await told(undefined, latin1(`#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n${text}`)), []);
    assert.deepEqual(await told(undefined, `# coding: utf8\n${text}`), []);
    assert.deepEqual(await told(undefined, '# coding: ascii\nA = 1\n'), []);
    assert.deepEqual(await told(latin1(text), latin1(`${text}B = 2\n`)), []);
    assert.deepEqual(await told(undefined, latin1('x = "Müller"\n'), 'app/a.rb'), []);
    const result = await review(reviewers, { 'tests/x.txt': '' }, { 'tests/bad_encoding.py': latin1(text) });
    assert.deepEqual(places(result), []);
  });
});
