import { codeOnly } from '../../engine/diff/codeOnly.ts';
import type { DiffFile } from '../../engine/diff/diffModel.ts';
import { fileBefore } from '../fileBefore.ts';

/** Built-ins that Python 3 does not have. */
const names = new Set(
  'apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr unicode xrange'.split(
    ' ',
  ),
);
/** A comment that names the encoding, which Python 3 rarely needs. */
const cookie = /^#.{0,40}coding[:=]/m;
const marks =
  /^[ \t]*from __future__ import (?:absolute_import|division|print_function|unicode_literals|with_statement)|\b(?:is_)?py[23]\b|\bversion_info\[0\]|\bimport six\b/im;
/** What Python 2 does not have. */
const laterMarks =
  /(?<!\w)[fF][rR]?["']|\basync def\b|^[ \t]*(?:async )?def [^\n]{0,300}(?:->|\(\w+: |, \w+: )|\bnonlocal\b|:=|\byield from\b|\braise [^\n]{1,300} from \w{1,40}[ \t]*$|^[ \t]*\) from \w|\bprint\([^\n]{0,300}\b(?:end|file|sep|flush)=|\bsuper\(\)|^[ \t]*(?:from|import) (?:asyncio|dataclasses|urllib\.(?:parse|request))\b/m;

/**
 * Whether a name is a removed built-in that the file may still have: it shows signs of Python 2, or none of Python 3. Signs
 * that the change brings to a file that was there do not count.
 */
export function isOfPython2(file: DiffFile, name: string): boolean {
  if (!names.has(name)) return false;
  const before = file.baseBlob === undefined ? file.text : fileBefore(file).text;
  return (hasMarks(before) && hasMarks(file.text)) || !laterMarks.test(codeOnly(file.text));
}

function hasMarks(text: string): boolean {
  return cookie.test(text) || marks.test(codeOnly(text));
}

/** How Python 2 names an error: `except OSError, error:`. */
const namedError = /^except\b[^:#]*,[ \t]*[a-z_]\w*[ \t]*:/;

/** Whether a line handles errors as Python 2 does. @param line without white space around it */
export function isOldHandler(line: string): boolean {
  return namedError.test(line);
}

/**
 * What only Python 2 reads: `except ValueError, error:`, `print x`, `raise ValueError, "x"`, `exec x`, `a <> b`, `0644`,
 * `1L`, `ur"x"`, `lambda (a, b): a`, `def f(a, (b, c)):`.
 */
const earlier =
  /(?<![\w.])(?:(?:0[0-7]+|\d+[lL])(?![\w.])|[uU][rR]["']|lambda[ \t]*\()|^def[ \t]+\w+[ \t]*\((?:[^()]*,)?[ \t]*\(|^except[^,()]*,[ \t]*[a-z_]\w*[ \t]*:|^print[ \t]+(?:["'\w]|>>)|^raise[ \t]+[\w.]+[ \t]*,|^exec[ \t]+["'\w]|[ \t\w)]<>[ \t\w("']/;

/** `async` as a name, which it was up to Python 3.6: `from tasks.async import task`. */
const asyncName = /(?<!\w)async(?!\w|[ \t]+(?:def|for|with)\b)/;

/** Whether what Python cannot read is syntax of a later version than Ruff is told of, which the project may be for. */
export function isOfLaterPython(message: string, line: string): boolean {
  return /\(syntax was added in Python 3\.\d+\)$/.test(message) && !isOfEarlierPython(line);
}

/** Whether the indentation that Python 3 refuses is in tabs and in spaces, of which earlier versions made one. */
export function isOfMixedTabs(message: string, lines: readonly string[]): boolean {
  return /indent/i.test(message) && [/^ *\t+\s*\S/, /^ {2,}\S/].every(each => lines.some(line => each.test(line)));
}

/** Whether an earlier version of Python reads a line that Ruff does not. @param line without white space around it */
export function isOfEarlierPython(line: string): boolean {
  return earlier.test(line) || asyncName.test(line.replace(/#.*/, ''));
}
