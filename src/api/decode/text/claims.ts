import { plainLine } from '../../../core/base/text.ts';
import { t } from '../../../core/base/l10n.ts';
import { asInteger, asWord, plainName, type JsonObject } from '../aliases.ts';
import { wordSet, wordsOfName } from './nameWords.ts';
import { saysNothing } from './prose.ts';
import { tellsOfFailure } from './reasons.ts';
import { severityOfWord } from './severityWords.ts';
import { isUnfinished, shortfallIn } from './unfinishedWords.ts';

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
export function unfinishedClaim(name: string, value: unknown): string {
  return isUnfinished(name, value) ? t('{name} says that the review is not complete', { name: quoted(name) }) : '';
}

/** The same for a text. */
export function failureClaim(name: string, text: string): string {
  return tellsOfFailure(name, text)
    ? t('{name} says “{text}”', { name: quoted(name), text: plainLine(text, 100) })
    : '';
}

/** The same for the counts of an object. */
export function shortfallClaim(source: JsonObject): string {
  const shortfall = shortfallIn(source);
  return shortfall === undefined
    ? ''
    : t('{name} is {read} of {whole}', { name: quoted(shortfall.name), read: shortfall.read, whole: shortfall.whole });
}

/** What a member such as `risk: 'high'`, `grade: 'F'` or `exit_code: 1` says against the change; empty if nothing. */
export function judgementClaim(name: string, value: unknown): string {
  const plain = plainName(name);
  const word = asWord(value)?.trim();
  if (word === undefined || word.length > 40) return '';
  const isFailure = exitCodes.test(plain) && (asInteger(value) ?? 0) !== 0;
  const isBad = isFailure || (grades.test(plain) && /^[DEF][+-]?$/i.test(word)) || isGrave(name, word);
  return isBad ? t('{name} says “{word}”', { name: quoted(name), word: plainLine(word) }) : '';
}

function isGrave(name: string, word: string): boolean {
  const severity = severityOfWord(word);
  if (severity !== 'critical' && severity !== 'high') return false;
  const words = wordsOfName(name);
  return words.some(each => risks.has(each)) && words.every(each => risks.has(each) || overall.has(each));
}

/** What a text named `diff` or the like holds, if that is a change. */
export function changeClaim(name: string, text: string): string {
  return patches.test(plainName(name)) && /^@@ /m.test(text)
    ? t('{name} holds a change of the code', { name: quoted(name) })
    : '';
}

/** What a text of an unknown name holds, if that may be findings. */
export function contentClaim(name: string, text: string): string {
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

function quoted(name: string): string {
  return `“${plainLine(name, 40)}”`;
}
