import type { DiffFile } from '../../engine/diffModel.ts';

const names = /`(?:unicode|unichr|basestring|long|xrange|raw_input|file|buffer|reduce|cmp|execfile|reload|intern)`/;
const marks =
  /^#.{0,40}coding[:=]|^[ \t]*from __future__ import (?:absolute_import|division|print_function|unicode_literals|with_statement)|\b(?:is_)?py[23]\b|\bversion_info\[0\]|\bimport six\b/im;

/**
 * Whether something is only said since the file is read as Python 3 while it is for Python 2 too, as what only that needs
 * tells: built-in names that are gone, and errors that are raised without the `from` that it does not know.
 */
export function isOfPython2({ text }: DiffFile, code: string | null, message: string): boolean {
  return (code === 'B904' || (code === 'F821' && names.test(message))) && marks.test(text);
}
