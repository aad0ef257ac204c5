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
