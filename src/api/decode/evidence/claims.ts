import { t } from '../../../core/base/l10n.ts';
import { plainLine } from '../../../core/base/text.ts';
import { isObject, plainName } from '../aliases.ts';
import * as words from './claimWords.ts';
import { saysNothing } from '../text/prose.ts';
import { severityOfWord } from '../text/severityWords.ts';
import { stateOfWord } from '../text/statusWords.ts';
import { hasAny, wordsOfName } from '../text/words.ts';
import { asCount, asBoolean, asInteger, asWord, asWords } from '../values.ts';

/** What a member such as `approved: false`, `risk: "high"` or `exit_code: 1` says against the change; empty if nothing. */
export function judgement(name: string, value: unknown): string {
  const [plain, all, flag, word] = [plainName(name), wordsOfName(name), asBoolean(value), verdictIn(value)];
  if (flag !== undefined && isFlagAgainst(all, flag)) return says(name, `${flag}`);
  if (word === undefined) return '';
  const [verdict, severity] = [words.verdictOfWord(word), severityOfWord(word) ?? ''];
  const isNoGood = verdict === 'bad' || (verdict === undefined && !isObject(value));
  const isAgainst =
    (!words.ofMerging.test(plain) &&
      ((isNoGood && words.judging.test(plain)) || (verdict === 'bad' && words.telling.test(plain)))) ||
    (consistsOf(all, words.risks, words.overall) && ['critical', 'high'].includes(severity)) ||
    (/^(?:exitcode|exitstatus|returncode)$/.test(plain) && (asInteger(value) ?? 0) !== 0) ||
    (/^(?:overall)?(?:grade|rating)$/.test(plain) && /^[DEF][+-]?$/i.test(word));
  return isAgainst ? says(name, word) : '';
}

/** A verdict of up to a few words; longer text describes findings. */
export function verdictIn(value: unknown): string | undefined {
  const word = asWord(value)?.trim();
  return word === undefined || word.length > 60 || word.split(/\s+/).length > 4 ? undefined : word;
}

function isFlagAgainst(all: readonly string[], flag: boolean): boolean {
  if (hasAny(all, words.settings)) return false;
  const [isNegated, hasVerb] = [hasAny(all, words.negations), hasAny(all, words.verbs)];
  if (isNegated === flag) return hasAny(all, words.fine) && !hasVerb;
  const isOfTrouble = hasAny(all, words.wanted) || hasAny(all, words.findings);
  return hasAny(all, words.wrong) || ((isNegated || hasVerb) && isOfTrouble);
}

/** Whether a name is that of findings, such as `openIssues`. */
export function namesFindings(name: string): boolean {
  return hasAny(wordsOfName(name), words.findings);
}

/** Whether a name such as `blockers` or `warning_count` is that of a count of findings. */
export function namesCount(name: string): boolean {
  return consistsOf(wordsOfName(name), words.findings, words.counting);
}

/** What an `error` or a `warning` says; empty if there is none. */
export function complaint(name: string, value: unknown): string {
  const text = asWords(value) ?? (asCount(value) === 0 ? '' : JSON.stringify(value));
  return /^(?:0|false|null|\{\}|\s*)$/.test(text) || saysNothing(text) ? '' : says(name, text);
}

/** What a text such as a `message` says, if that is that the review did not run through; empty otherwise. */
export function failure(name: string, text: string): string {
  const [plain, all, word] = [plainName(name), wordsOfName(name), text.trim()];
  const last = all.at(-1) ?? '';
  const isVerdict = words.judging.test(plain) || last === 'result';
  if (!(isVerdict || words.ownWords.has(last)) || hasAny(all, words.othersWords)) return '';
  if (words.ofMerging.test(plain) || saysNothing(text)) return '';
  const isState = last.startsWith('stat');
  const isHarmless = word.length > 40 || (isState && words.harmless.has(word.toLowerCase()));
  const state = isHarmless ? 'unknown' : stateOfWord(word);
  // A check fails by what it found.
  const isOfReview =
    state === 'notRun' ||
    state === (isVerdict ? '' : 'running') ||
    (state === 'failed' && !(isVerdict && /^(?:fail|reject)/i.test(word)));
  const isToldInWords = !isVerdict && !(isState && !/\s/.test(word)) && tellsOfFailure(text.slice(0, 2_000));
  return isOfReview || isToldInWords ? says(name, text) : '';
}

function tellsOfFailure(text: string): boolean {
  const [, read, whole] = words.share.exec(text) ?? [];
  const isNegated = (part: string, index: number): boolean =>
    words.negation.test(part.slice(Math.max(0, index - 60), index));
  const parts = text.split(/[.,:;!?\n]+/);
  const isSaid = parts.some(part => [...part.matchAll(words.failing)].some(({ index }) => !isNegated(part, index)));
  return isSaid || Number(read) < Number(whole);
}

/** What a text of an unknown name holds, if that may be findings: a line of a file, a change, or a list. */
export function content(name: string, text: string): string {
  const [plain, head] = [plainName(name.slice(-40)), text.slice(0, 20_000)];
  if (words.describing.test(plain) || !/\S\s+\S/.test(head)) return '';
  const mayBeList = !/(?:summary|changes)$/.test(plain) && !head.split(/[.!\n]/).some(saysNothing);
  const isFound = words.ofLine.test(head) || (mayBeList && words.ofList.test(head));
  return isFound ? t('{name} holds what may be findings', { name: quoted(name) }) : '';
}

/** Whether a name consists of one of some words, and of others beside it that change nothing. */
function consistsOf(all: readonly string[], keys: ReadonlySet<string>, beside: ReadonlySet<string>): boolean {
  return hasAny(all, keys) && all.every(word => keys.has(word) || beside.has(word) || words.fillers.has(word));
}

function says(name: string, text: string): string {
  return t('{name} says “{text}”', { name: quoted(name), text: plainLine(text, 100) });
}

/** A name as a sentence quotes it. */
export function quoted(name: string): string {
  return `“${plainLine(name, 40)}”`;
}
