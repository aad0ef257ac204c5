import type { DiffFile } from '../../engine/diffModel.ts';
import type { RuleFacts } from './ruleFacts.ts';

/**
 * Other linters have directives of their own, for the same rules; other plugins have the same rules, which ESLint's
 * directives name; the compiler has one for what is wrong on purpose, and so have other editors.
 */
export function isSwitchedOff({ lines }: DiffFile, line: number, rule: string, facts: RuleFacts): boolean {
  const names = namesOf(rule, facts);
  const [above = '', text = ''] = [lines[line - 2], lines[line - 1]];
  return (
    /\boxlint-disable-line\b/.test(text) ||
    /(?:\boxlint-disable-next-line|\bbiome-ignore|@ts-expect-error|\bnoinspection)\b/.test(above) ||
    (/\beslint-disable-line\b/.test(text) && names.test(text)) ||
    (/\beslint-disable-next-line\b/.test(above) && names.test(above)) ||
    lines.slice(0, line).some(each => /\/\*[ \t]*eslint-disable[ \t]/.test(each) && names.test(each))
  );
}

/** What a directive calls a rule, with or without the name of a plugin. */
function namesOf(rule: string, { knownAs }: RuleFacts): RegExp {
  return knownAs ?? new RegExp(`[ \\t,/]${rule.slice(rule.lastIndexOf('/') + 1)}(?![\\w-])`);
}
