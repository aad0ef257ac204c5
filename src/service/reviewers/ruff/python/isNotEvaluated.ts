import { codeOnly } from '../../../engine/diff/codeOnly.ts';
import { functionsAround } from './functions.ts';

const localAnnotation = /^[ \t]+[\w.]+(?:\[[^\]\n]*\])?[ \t]*:[^=\n]*$/;
const blockHead = /^[ \t]*(?:if|for|while|with|try|except|finally|else|elif|case|lambda|class)\b/;
const otherAnnotation = /^[ \t]*(?:\w+[ \t]*:|\*{0,2}\w+[ \t]*:|.*[(,][ \t]*\*{0,2}\w+[ \t]*:)[^=\n]*$|->[^:\n]*$/;

/**
 * Whether an offset is in an annotation that Python does not evaluate: in a text, of a local variable, or in a file that
 * puts that off.
 */
export function isNotEvaluated(text: string, offset: number): boolean {
  const code = codeOnly(text);
  if (isInText(text, code, offset)) return true;
  const before = code.slice(code.lastIndexOf('\n', offset - 1) + 1, offset);
  const around = functionsAround(code, offset).at(-1);
  const isInBody = around !== undefined && offset >= around.body[0];
  if (isInBody) return localAnnotation.test(before) && !blockHead.test(before);
  return /^from __future__ import [^\n]*\bannotations\b/m.test(code) && otherAnnotation.test(before);
}

/** Whether an offset is in an annotation on its line, evaluated or not. */
export function isInAnnotation(text: string, offset: number): boolean {
  const code = codeOnly(text);
  return otherAnnotation.test(code.slice(code.lastIndexOf('\n', offset - 1) + 1, offset));
}

/** Whether an offset is in a text, other than one with values in it. */
function isInText(text: string, code: string, offset: number): boolean {
  const open = code.lastIndexOf('"', offset);
  return code[offset] === ' ' && text[offset] !== ' ' && !/[fFtT][rR]?$/.test(text.slice(Math.max(0, open - 2), open));
}
