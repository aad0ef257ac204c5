import { t } from '../../../core/base/l10n.ts';
import { isObject, valuesAt, names, type JsonObject } from '../aliases.ts';
import { saysNothing } from '../text/prose.ts';
import { hasAny, wordsOfName } from '../text/words.ts';
import { asBoolean, asCount, asText } from '../values.ts';
import { meaningOf, quoted, saysIncomplete } from './names.ts';
import { forms, words } from './words.ts';

type Name = readonly string[];
/** What may name an event. */
const eventNames = names('event type status state name');

/** What a member such as `files_skipped: 3` or `complete: false` says of how far the review got; empty if nothing. */
export function shortcoming(name: string, value: unknown): string {
  const { words: all, key } = meaningOf(name);
  const [flag, amount] = [asBoolean(value), asCount(value)];
  const isSome = (amount ?? 0) > 0;
  const isSo = flag === true || isSome;
  const isText = typeof value === 'string' && flag === undefined && amount === undefined;
  const isReason = (): boolean => isText && !saysNothing(value) && /[\p{L}\p{N}]/u.test(value);
  const hasUnit = hasAny(all, words.units);
  const isSaid =
    (forms.stopped.test(key) && (isSo || isReason() || holdsFiles(value))) ||
    (isSome && forms.unread.test(key) && !hasAny(all, words.otherThings)) ||
    (isText && forms.withheld.test(wordsOfName(value).join('_')) && isReason()) ||
    (isSo && (forms.waiting.test(key) || (key === 'remaining' && (hasUnit || Array.isArray(value))))) ||
    (flag === true && (forms.degraded.test(key) || (key === 'draft' && hasAny(all, words.ofReview)))) ||
    (flag === false && words.done.has(key)) ||
    (amount === 0 && hasUnit && unitRead(all) !== undefined) ||
    isBelowWhole(all, value);
  return isSaid ? saysIncomplete(name) : '';
}

/** What a member such as `finish_reason: 'length'` says of a model that has not ended by itself; empty if nothing. */
export function modelEnd(name: string, value: unknown): string {
  const { words: all, key } = meaningOf(name);
  const isEnd = forms.ending.test(key) && (all.includes('reason') || forms.endingAlone.test(key));
  const reason = typeof value === 'string' && isEnd ? wordsOfName(value).join('_') : '';
  const isCut = forms.cutShort.test(reason) && !reason.startsWith('no_');
  return isCut || forms.stopped.test(reason) ? saysIncomplete(name) : '';
}

/** Whether an object holds lists by name, such as `{ oversized: ['a.ts'] }`, or something for each of some files. */
function holdsFiles(value: unknown): boolean {
  const isHeld = ([name, each]: readonly [string, unknown]): boolean =>
    Array.isArray(each) ? each.length > 0 : /\.\w{1,8}$/.test(name) && Boolean(each);
  return isObject(value) && Object.entries(value).some(isHeld);
}

/** What the state of a file or an agent says, such as `too large`: a flag of that name. An agent may have nothing to do. */
export function unfinishedPart(state: unknown, isFile: boolean): string {
  if (typeof state !== 'string' || state.length > 40) return '';
  const all = wordsOfName(state);
  const last = hasAny(all, words.negations) ? '' : (all.at(-1) ?? '');
  if (!isFile && (words.harmless.has(state.trim().toLowerCase()) || words.harmless.has(last))) return '';
  return shortcoming(state, true) || (forms.stopped.test(last) ? saysIncomplete(state) : '');
}

/** What events such as `agent.crashed` say of what stopped, unless something was tried again; empty if nothing. */
export function stoppedEvent(list: readonly unknown[]): string {
  const said = list.filter(isObject).flatMap(event => valuesAt(event, eventNames).map(([, each]) => `${asText(each)}`));
  const stopped = said.find(each => {
    const { key } = meaningOf(each);
    return forms.stopped.test(key) && !words.harmless.has(key);
  });
  const isRetried = /retr(?:y|ied)|restart|recover|resum/i.test(said.join());
  return stopped === undefined || isRetried ? '' : saysIncomplete(stopped);
}

/** Whether a member such as `review_coverage: 0.4` is a share of the whole; 0 may mean that it was not measured. */
function isBelowWhole(all: Name, value: unknown): boolean {
  const isShare = (word: string): boolean => /^(?:coverage|progress|percent)$/.test(word);
  const isOfOther = all.includes('coverage') && !hasAny(all, words.ofReview);
  if (!all.some(isShare) || isOfOther || hasAny(all, words.wholes) || hasAny(all, words.counters)) return false;
  const [, written, sign] = /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(asText(value) ?? '') ?? [];
  const share = Number(written);
  const isNamed = all.every(word => isShare(word) || words.fillers.has(word) || words.done.has(word));
  return isNamed && share > 0 && share < 100 && (share !== 1 || sign === '%');
}

/** What counts such as `files_reviewed: 3` beside `files_total: 9` say; empty if nothing. */
export function shortfall(source: JsonObject): string {
  const wholes = new Map<string, number>();
  const counts = Object.entries(source).flatMap(([name, value]) => {
    const [, read, whole] = /^\s*(\d{1,9}) ?(?:\/|of|out of) ?(\d{1,9})\s*$/.exec(asText(value) ?? '') ?? [];
    const [all, amount] = [wordsOfName(name), asCount(read ?? value)];
    const unit = whole === undefined ? (unitBeside(all, words.wholes) ?? unitOfAll(all)) : unitRead(all);
    if (unit !== undefined) wholes.set(unit, Math.max(Number(whole ?? amount ?? 0), wholes.get(unit) ?? 0));
    return amount === undefined ? [] : [{ name, read: amount, unit: unitRead(all) ?? 'line' }];
  });
  for (const { name, read, unit } of counts) {
    const whole = wholes.get(unit) ?? 0;
    // The lines of a file are more than those that changed.
    if (unit !== 'line' && read < whole) return t('{name} is {read} of {whole}', { name: quoted(name), read, whole });
  }
  return '';
}

/** The unit in a name such as `files` or `files_in_diff`, unless its words say that they are no part of the change. */
function unitOfAll([unit = '', ...rest]: Name): string | undefined {
  const isOther = [words.otherThings, words.measures, words.done].some(each => hasAny(rest, each));
  if (isOther || !(unit === 'in' || /^(?:in|to|under|\w+ed)?$/.test(rest[0] ?? ''))) return undefined;
  return words.units.has(unit) ? unit : unit === 'in' ? '' : undefined;
}

/** The unit in the name of a count of what was read; empty if it names none. What is just covered is so by tests. */
function unitRead(all: Name): string | undefined {
  return all.join() === 'covered' ? undefined : unitBeside(all, words.done);
}

/** The unit in a name that consists of one of some words, perhaps a unit, and words of counting. */
function unitBeside(all: Name, keys: ReadonlySet<string>): string | undefined {
  const unit = all.find(word => words.units.has(word)) ?? '';
  const rest = all.filter(word => word !== unit && !words.counters.has(word));
  return hasAny(rest, keys) && rest.every(word => keys.has(word) || word === 'total') ? unit : undefined;
}
