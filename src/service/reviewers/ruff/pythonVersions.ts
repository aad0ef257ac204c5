import type { DiffFile } from '../../engine/diff/diffModel.ts';

const names = /`(?:unicode|unichr|basestring|long|xrange|raw_input|file|buffer|reduce|cmp|execfile|reload|intern)`/;
const marks =
  /^#.{0,40}coding[:=]|^[ \t]*from __future__ import (?:absolute_import|division|print_function|unicode_literals|with_statement)|\b(?:is_)?py[23]\b|\bversion_info\[0\]|\bimport six\b/im;

/** Whether a name is a removed built-in, in a file with signs of Python 2. */
export function isOfPython2({ text }: DiffFile, code: string | null, message: string): boolean {
  return code === 'F821' && names.test(message) && marks.test(text);
}

/** How Python 2 names an error that is handled: `except ValueError, error:`. */
const namedError = /^except[^,]*,[ \t]*[a-z_]\w*[ \t]*:/;

/** Whether what Python cannot read is syntax of a later version than Ruff is told of, which the project may be for. */
export function isOfLaterPython(message: string, line: string): boolean {
  return /\(syntax was added in Python 3\.\d+\)$/.test(message) && !namedError.test(line);
}
