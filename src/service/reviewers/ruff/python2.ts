import type { DiffFile } from '../../engine/diff/diffModel.ts';

const names = /`(?:unicode|unichr|basestring|long|xrange|raw_input|file|buffer|reduce|cmp|execfile|reload|intern)`/;
const marks =
  /^#.{0,40}coding[:=]|^[ \t]*from __future__ import (?:absolute_import|division|print_function|unicode_literals|with_statement)|\b(?:is_)?py[23]\b|\bversion_info\[0\]|\bimport six\b/im;

const python3 =
  /\bf["']|\)[ \t]*->|\basync[ \t]+def\b|\bsuper\(\)|\bnonlocal\b|\braise\b[^\n#]{0,200}\bfrom\b|[ (]:=|: (?:str|int|bool|float)\b/;

/**
 * Whether something is only said since the file is read as Python 3 while it is for Python 2 too: built-in names that are
 * gone, where something tells that it is; errors that are raised without `from`, where nothing tells that it is not.
 */
export function isOfPython2({ text }: DiffFile, code: string | null, message: string): boolean {
  if (code === 'B904') return marks.test(text) || !python3.test(text);
  return code === 'F821' && names.test(message) && marks.test(text);
}
