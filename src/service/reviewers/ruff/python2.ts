import type { DiffFile } from '../../engine/diff/diffModel.ts';

const names = /`(?:unicode|unichr|basestring|long|xrange|raw_input|file|buffer|reduce|cmp|execfile|reload|intern)`/;
const marks =
  /^#.{0,40}coding[:=]|^[ \t]*from __future__ import (?:absolute_import|division|print_function|unicode_literals|with_statement)|\b(?:is_)?py[23]\b|\bversion_info\[0\]|\bimport six\b/im;

const python3 =
  /\bf["']|\)[ \t]*->|\basync[ \t]+def\b|\bsuper\(\)|\bnonlocal\b|\braise\b[^\n#]{0,200}\bfrom\b|[ (]:=|: (?:str|int|bool|float)\b/;

/**
 * Whether a diagnostic is wrong because the file also runs on Python 2: a removed built-in in a file with signs of
 * Python 2, or a `raise` without `from` in a file that does not show that it is for Python 3 alone.
 */
export function isOfPython2({ text }: DiffFile, code: string | null, message: string): boolean {
  if (code === 'B904') return marks.test(text) || !python3.test(text);
  return code === 'F821' && names.test(message) && marks.test(text);
}
