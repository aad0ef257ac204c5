import { plainLine } from '../../../core/base/text.ts';
import { t } from '../../../core/base/l10n.ts';
import { isObject, plainName, type JsonObject } from '../aliases.ts';
import { asBoolean, asCount, asInteger, asWord, asWords } from '../values.ts';
import { isOfMerging, wordSet, wordsOfName } from './words.ts';
import { saysNothing } from './prose.ts';
import { tellsOfFailure } from './reasons.ts';
import { severityOfWord } from './severityWords.ts';
import { isUnfinished, shortfallIn } from './unfinishedWords.ts';
import { isAgainst, isFlagAgainst, judgementIn } from './verdictWords.ts';

const exitCodes = /^(?:exitcode|exitstatus|returncode)$/;
const grades = /^(?:overall)?(?:grade|rating)$/;
const risks = wordSet('risk severity threat');
/** Words beside these in the name of a judgement on the whole. */
const overall = wordSet('overall max highest maximum level rating assessment total merge review');
/** Names of texts that describe the change, hold the answer's raw material or are read elsewhere. */
const describing =
  /^(?:title|.*description|overview|abstract|changelog|releasenotes|poem|message|(?:\w*)(?:prompt|instructions|log|logs|stdout|stderr|transcript|reasoning|thinking)|code|content(?:type|hash)|.*(?:url|uri|link|links|path|sha|hash|id))$/;
const patches = /^(?:(?:suggested|proposed|recommended)?(?:diff|patch|fix))$/;

/** What a member says of how far the review got; empty if nothing. */
export function unfinished(name: string, value: unknown): string {
  return isUnfinished(name, value) ? t('{name} says that the review is not complete', { name: quoted(name) }) : '';
}

/** The same for a text. */
export function failure(name: string, text: string): string {
  return tellsOfFailure(name, text) ? says(name, text) : '';
}

/** The same for the counts of an object. */
export function shortfall(source: JsonObject): string {
  const short = shortfallIn(source);
  return short === undefined
    ? ''
    : t('{name} is {read} of {whole}', { name: quoted(short.name), read: short.read, whole: short.whole });
}

/** What an `error` or a `warning` says; empty if there is none. */
export function complaint(name: string, value: unknown): string {
  const text = asWords(value) ?? (asCount(value) === 0 ? undefined : JSON.stringify(value));
  return text === undefined || /^(?:0|false|null|\{\}|\s*)$/.test(text) || saysNothing(text) ? '' : says(name, text);
}

/** What a member such as `approved: false`, `risk: "high"` or `exit_code: 1` says against the change; empty if nothing. */
export function judgement(name: string, plain: string, value: unknown): string {
  const flag = asBoolean(value);
  if (flag !== undefined && isFlagAgainst(name, flag)) return says(name, `${flag}`);
  const word = judgementIn(asWord(value));
  if (word === undefined) return '';
  const isVerdict = !isOfMerging(name) && isAgainst(plain, word, isObject(value));
  const isFailure = exitCodes.test(plainName(name)) && (asInteger(value) ?? 0) !== 0;
  const isPoor = grades.test(plainName(name)) && /^[DEF][+-]?$/i.test(word);
  return isVerdict || isFailure || isPoor || isGrave(name, word) ? says(name, word) : '';
}

function isGrave(name: string, word: string): boolean {
  const severity = severityOfWord(word);
  if (severity !== 'critical' && severity !== 'high') return false;
  const words = wordsOfName(name);
  return words.some(each => risks.has(each)) && words.every(each => risks.has(each) || overall.has(each));
}

/** What a text named `diff` or the like holds, if that is a change. */
export function change(name: string, text: string): string {
  return patches.test(plainName(name)) && /^@@ /m.test(text)
    ? t('{name} holds a change of the code', { name: quoted(name) })
    : '';
}

/** What a text of an unknown name holds, if that may be findings. */
export function content(name: string, text: string): string {
  const plain = plainName(name.slice(-40));
  return !describing.test(plain) && holdsFindings(text, !/(?:summary|changes)$/.test(plain))
    ? t('{name} holds what may be findings', { name: quoted(name) })
    : '';
}

/**
 * Whether text of some words names a line of a file, or is a list and does not say that nothing was found.
 * @param mayBeList whether a list may be one of findings rather than of changes
 */
function holdsFindings(text: string, mayBeList: boolean): boolean {
  const head = text.slice(0, 20_000);
  if (!/\S\s+\S/.test(head)) return false;
  if (/\.[a-z]\w{0,7}(?::\d|\W{1,3}(?:on |at |in )?lines? \d|#L\d)|\blines? \d+ (?:of|in) /i.test(head)) return true;
  const isList = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\S|<li[\s>]/m.test(head);
  return mayBeList && isList && !head.split(/[.!\n]/).some(saysNothing);
}

function says(name: string, text: string): string {
  return t('{name} says “{text}”', { name: quoted(name), text: plainLine(text, 100) });
}

function quoted(name: string): string {
  return `“${plainLine(name, 40)}”`;
}
