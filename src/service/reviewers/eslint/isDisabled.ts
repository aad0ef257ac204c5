import type { LintRule } from './report.ts';

/** Whether a directive disables a rule at a line, from 1. */
type IsDisabled = (line: number, rule: string, facts: LintRule) => boolean;

/**
 * Finds the directives that ESLint does not know: those of other linters, of the compiler and of editors, and ESLint's
 * for equal rules of other plugins.
 * @param lines as ESLint counts them
 */
export function findDirectives(lines: readonly string[]): IsDisabled {
  const blocks = lines.flatMap((text, index) => (/\/\*[ \t]*eslint-disable[ \t]/.test(text) ? [index + 1] : []));
  const firstOf = new Map<string, number>();
  return (line, rule, facts) => {
    const names = namesOf(rule, facts);
    const isNamed = (each: number): boolean => names.test(lines[each - 1] ?? '');
    let first = firstOf.get(rule);
    if (first === undefined) firstOf.set(rule, (first = blocks.find(isNamed) ?? Infinity));
    const [above = '', text = ''] = [lines[line - 2], lines[line - 1]];
    return (
      first <= line ||
      /\boxlint-disable-line\b/.test(text) ||
      /(?:\boxlint-disable-next-line|\bbiome-ignore|@ts-expect-error|\bnoinspection)\b/.test(above) ||
      (/\beslint-disable-line\b/.test(text) && names.test(text)) ||
      (/\beslint-disable-next-line\b/.test(above) && names.test(above))
    );
  };
}

/** The names of a rule in directives, with and without the name of a plugin. */
function namesOf(rule: string, { knownAs }: LintRule): RegExp {
  return knownAs ?? new RegExp(`[ \\t,/]${rule.slice(rule.lastIndexOf('/') + 1)}(?![\\w-])`);
}
