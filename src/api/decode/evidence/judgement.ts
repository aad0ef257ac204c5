import { isObject } from '../aliases.ts';
import { saysNothing } from '../text/prose.ts';
import { severityOfWord } from '../text/severityWords.ts';
import { hasAny } from '../text/words.ts';
import { asBoolean, asCount, asInteger, asPhrase, asWords } from '../values.ts';
import { consistsOf, meaningOf, says } from './names.ts';
import { forms, verdictOfWord, words } from './words.ts';

/** What a member such as `approved: false`, `risk: "high"` or the state of a part says against the change, if anything. */
export function judgement(name: string, value: unknown, isState: boolean): string {
  const { plain, words: all } = meaningOf(name);
  const [flag, word, amount] = [asBoolean(value), asPhrase(value, 4), asInteger(value) ?? 0];
  if (flag !== undefined && isFlagAgainst(all, flag)) return says(name, `${flag}`);
  if (word === undefined) return '';
  // An unknown word in an object may be anything.
  const verdict = verdictOfWord(word) ?? (isObject(value) ? 'good' : undefined);
  const isAgainst =
    isVerdictAgainst(plain, verdict, isState) ||
    (consistsOf(all, words.risks, words.overall) && /^(?:critical|high)$/.test(severityOfWord(word) ?? '')) ||
    (plain === 'vote' && amount < 0) ||
    (/^(?:exit|exitcode|exitstatus|returncode)$/.test(plain) && amount !== 0) ||
    (/^(?:overall)?(?:grade|rating)$/.test(plain) && /^[DEF][+-]?$/i.test(word));
  return isAgainst ? says(name, word) : '';
}

function isVerdictAgainst(plain: string, verdict: 'good' | 'bad' | undefined, isState: boolean): boolean {
  if (verdict === 'good' || forms.merging.test(plain)) return false;
  return forms.judging.test(plain) || (verdict === 'bad' && (isState || forms.telling.test(plain)));
}

function isFlagAgainst(all: readonly string[], flag: boolean): boolean {
  if (hasAny(all, words.settings)) return false;
  if (/^(?:is up to|meet) standard$/.test(all.join(' '))) return !flag;
  const [isNegated, hasVerb] = [hasAny(all, words.negations), hasAny(all, words.verbs)];
  if (all.includes('resolved')) return flag === isNegated && hasAny(all, words.findings);
  if (isNegated === flag) return hasAny(all, words.fine) && !hasVerb;
  const isOfTrouble = hasAny(all, words.wanted) || hasAny(all, words.findings);
  return hasAny(all, words.wrong) || ((isNegated || hasVerb) && isOfTrouble);
}

/** What an `error` or a `warning` says; empty if there is none. */
export function complaint(name: string, value: unknown): string {
  const text = asWords(value) ?? (asCount(value) === 0 ? '' : JSON.stringify(value));
  return /^(?:0|false|null|\{\}|\[\]|""|\s*)$/.test(text) || saysNothing(text) ? '' : says(name, text);
}
