import type { Severity } from '../../../core/review/severity.ts';
import tables from '../tables/vocabulary.json' with { type: 'json' };
import { vocabulary } from './words.ts';

/** The severity that a word means; undefined for an unknown word. */
export const severityOfWord: (word: string) => Severity | undefined = vocabulary<Exclude<Severity, 'unknown'>>(
  tables.severity,
);

/** The severity of a score from 0 to 10 or 0 to 100: from 90% high, from 70% medium, else low. */
export function severityOfScore(score: number): Severity | undefined {
  if (score < 0 || score > 100) return undefined;
  const tenths = score <= 10 ? score : score / 10;
  return tenths >= 9 ? 'high' : tenths >= 7 ? 'medium' : 'low';
}

/** The severity of a level from 1 to 4, as in the Language Server Protocol. */
export function severityOfLevel(level: number): Severity | undefined {
  return (['high', 'medium', 'low', 'info'] as const)[level - 1];
}

/** The severity in a prefix of a comment's text, such as `P1:`, `_🟠 Major_`, `**nit:**` or `[P2]`. */
export function severityInText(text: string): { readonly severity: Severity; readonly word: string } | undefined {
  const [head = ''] = text.trimStart().slice(0, 120).split('\n');
  const mark = /🔴|🟠|🟡|🔵|⚪|🟢/u.exec(head)?.[0];
  const [, prefix] =
    /^[*_`[(]*([a-z][a-z0-9 _-]{0,24}?)[*_`\])]*\s*:/i.exec(head) ?? /^[*_`]*\[([a-z0-9 _-]{1,24})\]/i.exec(head) ?? [];
  const word = mark ?? prefix;
  const severity = word === undefined ? undefined : severityOfWord(word);
  return severity === undefined || word === undefined ? undefined : { severity, word };
}
