import type ts from 'typescript';

/** The compiler's code for `>` in the text of JSX, which Babel 7 takes for text: `one -> two`. */
const textInJsx = 1382;
/** The compiler's codes for octal numbers and escapes, which only strict mode forbids. */
const octal = new Set([1121, 1487, 1488]);
const strict = /^[ \t]*(?:import|export)\b|^[ \t]*['"]use strict['"]/m;

/** Errors of the TypeScript compiler in JavaScript, without those that engines or Babel do not have. */
export function withoutTolerated<T extends Pick<ts.Diagnostic, 'code'>>(text: string, errors: readonly T[]): T[] {
  if (errors.length === 0) return [];
  const isStrict = strict.test(text);
  return errors.filter(({ code }) => (isStrict || !octal.has(code)) && code !== textInJsx);
}
