import { t } from '../../core/base/l10n.ts';
import { isObject, firstOf, type JsonObject } from './aliases.ts';
import { asCount, asInteger } from './values.ts';
import { isElementOfFindings, isLooseComment, isRow, looksLikeComment } from './commentShape.ts';
import type { DecodedComments } from './reviewComments.ts';
import * as claims from './text/claims.ts';
import { jsonInText } from './text/jsonInText.ts';
import * as partNames from './text/partNames.ts';
import { isProse, saysNothing } from './text/prose.ts';
import { severityOfWord } from './text/severityWords.ts';
import { judgementIn, namesCount } from './text/verdictWords.ts';

/** What an answer says besides the comments that were decoded. */
export interface Doubts {
  /** What may be comments: values at unknown places, and the text of the review itself. */
  readonly unread: readonly unknown[];
  /** The highest count of findings. */
  readonly highest: number;
  /** Sentences on what says that the review is not complete. */
  readonly unfinished: readonly string[];
  /** Sentences on what says that something is wrong. */
  readonly wrong: readonly string[];
}

const most = 20_000;
const deepest = 200;

/**
 * Searches the parts of an answer that were not decoded. If no comment was, anything similar counts.
 * @param layers the review and its envelopes
 * @param isDone whether the review is complete; the text of other reviews is about their progress
 * @param isClear whether the service counts no comments
 */
export function doubtsOf(
  layers: readonly JsonObject[],
  { comments = [], undecoded, read, wordless }: DecodedComments,
  isDone: boolean,
  isClear: boolean,
): Doubts {
  const isEmpty = comments.length + undecoded.length === 0;
  // Each layer is looked through by itself.
  const seen = new Set<unknown>([...read, ...layers]);
  const unread: unknown[] = [];
  const [unfinished, wrong] = [new Set<string>(), new Set<string>()];
  let [highest, looked] = [0, 0];

  const mayBeComment = ({ isOther, isFound, isElement }: partNames.Around): boolean =>
    isDone && !isOther && (isFound || (isEmpty && isElement));

  const look = (value: unknown, around: partNames.Around, depth: number): void => {
    if (depth > deepest || looked > most || seen.has(value)) return;
    if (typeof value === 'string') lookInText(value, around, depth);
    if (typeof value !== 'object' || value === null) return;
    looked++;
    const isLoose = (): boolean =>
      isDone && !wordless.has(value) && isLooseComment(value, around.isOther, mayBeComment(around));
    if (looksLikeComment(value) || isLoose()) unread.push(value);
    else if (Array.isArray(value)) lookInList(value, around, depth);
    else if (isObject(value)) lookInObject(value, around, depth);
  };
  const lookInList = (list: readonly unknown[], around: partNames.Around, depth: number): void => {
    const isSuspect = isDone && isEmpty && !around.isOther;
    const isFindings = isSuspect && namesCount(around.name);
    const inList = { ...around, isMeasured: false, isElement: true, isTold: around.isTold && !around.isFound };
    for (const each of list) {
      const isFinding = (isFindings && isElementOfFindings(each)) || (isSuspect && isRow(each));
      if (isFinding && !seen.has(each)) unread.push(each);
      else look(each, inList, depth + 1);
    }
  };
  const lookInObject = (object: JsonObject, around: partNames.Around, depth: number): void => {
    const isOther = around.isOther || wordless.has(object) || isPerson(object);
    const isCounting = depth === 0 || partNames.countHolders.has(around.plain);
    if (!isOther || around.isMeasured) keep(unfinished, claims.shortfall(object));
    if (isEmpty && isCounting) highest = Math.max(highest, bySeverity(object));
    for (const [name, member] of Object.entries(object)) {
      const inner = partNames.inside(name, { ...around, isOther }, depth);
      const isAbout = !isOther || around.isMeasured;
      if (isAbout || partNames.parts.has(inner.plain)) keep(unfinished, claims.unfinished(inner.name, member));
      if (depth === 0 && /^errors?$/.test(inner.plain)) keep(unfinished, claims.complaint(name, member));
      if (isEmpty && !inner.isOther) {
        if (depth === 0 && /^warnings?$/.test(inner.plain)) keep(wrong, claims.complaint(name, member));
        keep(wrong, claims.judgement(inner.name, inner.plain, member));
      }
      const isCount =
        isEmpty && isAbout && (namesCount(inner.name) || (isCounting && partNames.totals.has(inner.plain)));
      if (isCount) highest = Math.max(highest, asCount(member) ?? 0);
      look(member, inner, depth + 1);
    }
  };
  const lookInText = (text: string, around: partNames.Around, depth: number): void => {
    const held = jsonInText(text);
    if (held !== undefined) look(held.value, { ...around, isElement: false }, depth + 1);
    if (!around.isOther) keep(unfinished, claims.failure(around.name, text));
    const isPlain = held === undefined && !around.isTold && !around.isElement;
    if (isEmpty && isPlain && depth <= 2) keep(wrong, claims.change(around.name, text));
    if (isEmpty && isPlain && !around.isOther) keep(wrong, claims.content(around.name, text));
    const isNamed = (isEmpty || around.isElement) && !around.isTold && isProse(text);
    const isOwn = depth === 1 && !around.isElement && isReviewText(text, around.plain, held !== undefined);
    if ((mayBeComment(around) && isNamed) || isOwn) unread.push(text);
  };
  /** Whether a text stands for a list of comments, or is all that the review says. */
  const isReviewText = (text: string, plain: string, isJson: boolean): boolean => {
    if (text.trim() === '' || asInteger(text) !== undefined || saysNothing(text)) return false;
    if (partNames.listTexts.has(plain)) return !isJson;
    const isVerdict = partNames.verdicts.has(plain) && judgementIn(text) !== undefined;
    return (
      isDone &&
      !isClear &&
      comments.length === 0 &&
      (partNames.reviewTexts.has(plain) || partNames.verdicts.has(plain)) &&
      !isVerdict
    );
  };

  const layer = { name: '', plain: '', isOther: false, isMeasured: false, isFound: false, isElement: false };
  for (const each of layers) lookInObject(each, { ...layer, isTold: true }, 0);
  if (looked > most) unread.push(t('The answer holds more than can be looked through.'));
  return { unread, highest, unfinished: [...unfinished], wrong: [...wrong] };
}

/** Adds a sentence to the few that are said. */
function keep(sentences: Set<string>, sentence: string): void {
  if (sentence !== '' && sentences.size < 3) sentences.add(sentence);
}

/** The sum of counts by severity such as `critical`, `high_count` and `minorIssues`. */
function bySeverity(object: JsonObject): number {
  const counts = Object.entries(object).map(([name, value]) => {
    const severity = severityOfWord(name.replace(/[_-]?(?:count|issues|findings|comments)$/i, ''));
    return severity === undefined || severity === 'praise' ? 0 : Math.max(0, asInteger(value) ?? 0);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

function isPerson(value: JsonObject): boolean {
  return firstOf(value, 'login') !== undefined || firstOf(value, 'email') !== undefined;
}
