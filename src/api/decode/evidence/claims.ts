import { t } from '../../../core/base/l10n.ts';
import { plainLine } from '../../../core/base/text.ts';
import { isObject, plainName } from '../aliases.ts';
import * as words from './claimWords.ts';
import { inEnglish } from '../text/foreignWords.ts';
import { saysNothing } from '../text/prose.ts';
import { severityOfWord } from '../text/severityWords.ts';
import { stateOfWord } from '../text/statusWords.ts';
import { hasAny, wordsOfName } from '../text/words.ts';
import { asCount, asBoolean, asInteger, asWord, asWords } from '../values.ts';

/** What a member such as `approved: false`, `risk: "high"` or the state of a part says against the change, if anything. */
export function judgement(name: string, value: unknown, isState: boolean): string {
  const [plain, all, flag, word] = [plainName(name), wordsOfName(name), asBoolean(value), verdictIn(value)];
  if (flag !== undefined && isFlagAgainst(all, flag)) return says(name, `${flag}`);
  if (word === undefined) return '';
  const [verdict, severity] = [words.verdictOfWord(word), severityOfWord(word) ?? ''];
  const isNoGood = verdict === 'bad' || (verdict === undefined && !isObject(value));
  const isAgainst =
    (!words.ofMerging.test(plain) &&
      ((isNoGood && words.judging.test(plain)) || (verdict === 'bad' && (isState || words.telling.test(plain))))) ||
    (consistsOf(all, words.risks, words.overall) && ['critical', 'high'].includes(severity)) ||
    (plain === 'vote' && (asInteger(value) ?? 0) < 0) ||
    (/^(?:exit|exitcode|exitstatus|returncode)$/.test(plain) && (asInteger(value) ?? 0) !== 0) ||
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
  if (words.standards.test(all.join(' '))) return !flag;
  if (all.includes('resolved')) return flag === hasAny(all, words.negations) && hasAny(all, words.findings);
  const [isNegated, hasVerb] = [hasAny(all, words.negations), hasAny(all, words.verbs)];
  if (isNegated === flag) return hasAny(all, words.fine) && !hasVerb;
  const isOfTrouble = hasAny(all, words.wanted) || hasAny(all, words.findings);
  return hasAny(all, words.wrong) || ((isNegated || hasVerb) && isOfTrouble);
}

/** Whether the noun of a name such as `pro_findings` or `findings_by_rule` is one for findings, and of this review. */
export function countsFindings(name: string, isMap = false): boolean {
  const all = wordsOfName(name);
  // Behind these words stands by what, or where, they are counted.
  const end = all.findIndex(word => /^(?:by|per|in|on|for|from)$/.test(word));
  const noun = all.slice(0, end < 0 ? all.length : end).findLast(word => !words.besideNoun.has(word));
  // An object with a singular name, such as `error`, is one; so many per something are a limit or a mean.
  const isOne = isMap ? words.findings.has(/[a-z]*$/i.exec(name)?.[0].toLowerCase() ?? '') : all.includes('per');
  // Neither `issues_not_fixed` nor `previous_open_issues` are past.
  const isApart = hasAny(all, words.apart) && !all.includes('not') && !all.includes('to') && !hasAny(all, words.open);
  return words.findings.has(noun ?? '') && !isApart && !isOne;
}

/** Whether a number among counts of findings, such as `resolved` or `page_size`, is none; names of files always are. */
export function namesMeasure(name: string): boolean {
  const all = wordsOfName(name);
  const isNoun = !name.includes('-') && words.measures.has(all.at(-1) ?? '');
  return !/[./]/.test(name) && (isNoun || consistsOf(all, words.measures, words.counting));
}

/** Whether a name is that of an earlier review, or of findings that are none any more. */
export function namesPast(name: string): boolean {
  const all = wordsOfName(name);
  const isOfFindings = hasAny(all, words.findings);
  const isOverTime = words.earlier.has(all[0] ?? '') || words.chronicles.has(all.at(-1) ?? '');
  const isEarlier = isOverTime && !isOfFindings && !hasAny(all, words.open);
  // `issues_to_be_fixed` is not past.
  return isEarlier || (isOfFindings && consistsOf(all, words.past, words.findings));
}

/** Whether a name is that of what a service is set to, such as `policies`, and not of what a change has broken. */
export function namesSettings(name: string): boolean {
  const all = wordsOfName(name);
  const isTrouble = [words.broken, words.wrong, words.findings].some(each => hasAny(all, each));
  return words.settingEnds.test(plainName(name)) && !isTrouble;
}

/** Whether a step is one of reading the change, as its name says. */
export function namesReading(name = ''): boolean {
  return hasAny(wordsOfName(name), words.reading);
}

/** What an `error` or a `warning` says; empty if there is none. */
export function complaint(name: string, value: unknown): string {
  const text = asWords(value) ?? (asCount(value) === 0 ? '' : JSON.stringify(value));
  return /^(?:0|false|null|\{\}|\[\]|""|\s*)$/.test(text) || saysNothing(text) ? '' : says(name, text);
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
  const state = isHarmless ? 'unknown' : stateOfWord(inEnglish(word).replaceAll('_', ' ').trim());
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
  const parts = text.split(/[.,:;!?\n]+/);
  const isSaid = parts.some(part => [...part.matchAll(words.failing)].some(({ index }) => !isNegated(part, index)));
  return isSaid || Number(read) < Number(whole);
}

/** Whether a word before a place in a text says the opposite. */
function isNegated(text: string, index: number): boolean {
  return words.negation.test(text.slice(Math.max(0, index - 60), index));
}

/** Whether a text describes the change, holds raw material or is read elsewhere. */
function isDescription(name: string): boolean {
  return words.describing.test(plainName(name.slice(-40)));
}

/** What a text of any name says of what was not read; empty if nothing. */
export function unread(name: string, text: string): string {
  // A word alone says nothing of it.
  if (!/\s/.test(text) || isDescription(name)) return '';
  const head = text.slice(0, 5_000);
  const [, read, whole] = words.readShare.exec(head) ?? [];
  const said = [...head.matchAll(words.unread)].find(({ index }) => !isNegated(head, index));
  const start = said === undefined ? 0 : Math.max(0, said.index - 30);
  return said !== undefined || Number(read) < Number(whole) ? says(name, head.slice(start).trim()) : '';
}

/** What a text of any name counts, or says of a check that failed; empty if it tells of no findings. */
export function toldCount(name: string, text: string): string {
  if (isDescription(name)) return '';
  const lines = text.slice(0, 20_000).replace(/<(?:br|\/(?:tr|p|li|div|h\d))\b[^<>]{0,20}>/gi, '\n');
  const head = lines.replace(/<\/?[a-z][^<>]{0,200}>/gi, ' ').replace(/[ \t]+/g, ' ');
  const [said] = words.toldCount.exec(head) ?? words.toldFinding.exec(head) ?? [];
  return said === undefined ? '' : says(name, said.replace(/^[\s.,;:!(|]+/, ''));
}

/** What a text holds that may be findings: a row of a table, and unless it is read elsewhere, a line of a file or a list. */
export function content(name: string, text: string, isTold: boolean): string {
  const [plain, head] = [plainName(name.slice(-40)), text.slice(0, 20_000)];
  if (isDescription(name) || !/\S\s+\S/.test(head)) return '';
  const isSummary = /(?:summary|changes)(?:markdown|md|html|text)?$/.test(plain);
  const mayBeList = !isTold && !isSummary && !head.split(/[.!\n]/).some(saysNothing);
  const isFound =
    words.ofTable.test(head) || (!isTold && words.ofLine.test(head)) || (mayBeList && words.ofList.test(head));
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
