import { t } from '../../../core/base/l10n.ts';
import { firstOf, isObject, names, type JsonObject } from '../aliases.ts';
import { isElementOfFindings, isLooseComment, isRow, looksLikeComment } from '../commentShape.ts';
import type { DecodedComments } from '../reviewComments.ts';
import { jsonInText } from '../text/jsonInText.ts';
import { isProse, saysNothing } from '../text/prose.ts';
import { hasAny, wordsOfName } from '../text/words.ts';
import { asInteger, asPhrase, asText, asWord } from '../values.ts';
import { highestCount } from './counts.ts';
import { modelEnd, shortcoming, shortfall, stoppedEvent, unfinishedPart } from './coverage.ts';
import { figureIn } from './figure.ts';
import { complaint, judgement } from './judgement.ts';
import { inside, kinds, layer, meaningOf, type Around } from './names.ts';
import * as texts from './texts.ts';
import { forms, verdictOfWord, words } from './words.ts';

/** What an answer says besides the comments that were decoded. */
export interface Evidence {
  /** What may be comments: values at unknown places, and the text of the review itself. */
  readonly unread: unknown[];
  /** The highest count of findings. */
  highest: number;
  /** Sentences on what says that the review is not complete, and on what says that something is wrong. */
  readonly unfinished: Set<string>;
  readonly wrong: Set<string>;
}

const titles = names('name title id');
/** Most objects and lists, and most members of objects, that are looked through. */
const mostHolders = 20_000;
const mostMembers = 100_000;
const deepest = 200;
/**
 * Searches the parts of an answer, in its layers, that were not decoded. If no comment was, anything similar counts.
 * @param isDone whether the review is complete; the text of other reviews is about their progress
 * @param isClear whether the service counts no comments
 */
export function evidenceIn(
  layers: readonly JsonObject[],
  { comments = [], undecoded, read, wordless }: DecodedComments,
  isDone: boolean,
  isClear: boolean,
): Evidence {
  const isEmpty = comments.length + undecoded.length === 0;
  // Each layer is looked through by itself.
  const seen = new Set<unknown>([...read, ...layers]);
  const evidence: Evidence = { unread: [], highest: 0, unfinished: new Set(), wrong: new Set() };
  const { unread, unfinished, wrong } = evidence;
  let [holders, members] = [0, 0];
  const isTooMuch = (): boolean => holders > mostHolders || members > mostMembers;

  const mayBeComment = ({ isOther, isFound, isElement }: Around): boolean =>
    isDone && !isOther && (isFound || (isEmpty && isElement));

  const look = (value: unknown, around: Around): void => {
    if (around.depth > deepest || isTooMuch() || seen.has(value) || meaningOf(around.name).isPast) return;
    if (typeof value === 'string') lookInText(value, around);
    if (typeof value !== 'object' || value === null) return;
    holders++;
    const isLoose = isDone && !wordless.has(value) && isLooseComment(value, around.isOther, mayBeComment(around));
    if (isLoose || looksLikeComment(value)) unread.push(value);
    else if (isObject(value)) lookInObject(value, around);
    else lookInList(value as readonly unknown[], around);
  };

  const lookInList = (list: readonly unknown[], around: Around): void => {
    const isSuspect = isDone && isEmpty && !around.isOther;
    const isOfFindings = isSuspect && meaningOf(around.name).countsFindings;
    const isTold = around.isTold && !around.isFound;
    const isMeasured = around.isMeasured && around.own.isFiles;
    const inList = { ...around, depth: around.depth + 1, isMeasured, isElement: true, isTold };
    if (/^(?:timeline|events)$/.test(around.own.plain)) keep(unfinished, stoppedEvent(list));
    for (const each of list) {
      if (seen.has(each)) continue;
      const isFinding = (isOfFindings && isElementOfFindings(each)) || (isSuspect && isRow(each));
      const figure = isOfFindings ? undefined : figureIn(each);
      if (isFinding) unread.push(each);
      else if (figure === undefined) look(each, inList);
      else {
        lookInObject(figure[0], { ...inList, isMeasured: around.isMeasured, isElement: false, name: '' });
        lookInObject(figure[1], inList);
      }
    }
  };

  const lookInObject = (object: JsonObject, around: Around): void => {
    members += Object.keys(object).length;
    if (isTooMuch()) return;
    const { plain: outer } = around.own;
    const isOther = around.isOther || wordless.has(object) || firstOf(object, 'login email') !== undefined;
    const isAbout = !isOther || around.isMeasured || around.isRun;
    const isFile = around.isMeasured && around.isElement;
    const isStep = around.isElement && forms.steps.test(outer) && namesReading(firstOf(object, titles, asText));
    const hasParts = isAbout && forms.parts.test(outer);
    const isGood = around.depth > 0 && verdictOfWord(firstOf(object, 'status state', asWord) ?? '') === 'good';
    const isOwn = around.depth === 0 || isFile || isStep || around.isRun;
    if (isAbout) keep(unfinished, shortfall(object));
    if (isEmpty) evidence.highest = Math.max(evidence.highest, highestCount(object, around, isAbout));
    for (const [name, member] of Object.entries(object)) {
      const inner = inside(name, { ...around, isOther });
      const { plain } = inner.own;
      keep(unfinished, modelEnd(inner.name, member));
      // A number beside a file is one of its own, such as of its tests.
      if ((isAbout || kinds.parts.has(plain)) && !(isFile && typeof member === 'number'))
        keep(unfinished, shortcoming(inner.name, member));
      // A check fails by what it found.
      const isState = around.isElement
        ? ((isFile || isStep) && forms.state.test(plain)) ||
          (hasParts && outer !== 'checks' && /^stat(?:e|us)$/.test(plain))
        : hasParts || (forms.steps.test(outer) && namesReading(name));
      if (isState || (isAbout && forms.ownState.test(plain)))
        keep(unfinished, unfinishedPart(member, isFile || outer.startsWith('file')));
      const isJudged =
        ((!inner.isOther || inner.isRun) && !(isGood && plain.endsWith('blocking'))) ||
        (isState && (hasParts || plain.endsWith('verdict')));
      if (isEmpty && isJudged) keep(wrong, judgement(inner.name, member, isState && !around.isElement));
      if (isOwn && /^errors?$/.test(plain)) keep(unfinished, complaint(name, member));
      if (isOwn && isEmpty && /^warnings?$/.test(plain)) keep(wrong, complaint(name, member));
      look(member, inner);
    }
  };

  const lookInText = (text: string, around: Around): void => {
    const held = jsonInText(text);
    if (held !== undefined) look(held.value, { ...around, depth: around.depth + 1, isElement: false });
    const { name, isOther, isElement, isTold } = around;
    if (!isOther) keep(unfinished, texts.failure(name, text));
    if (!isOther || around.own.plain === 'walkthrough') keep(unfinished, texts.unread(name, text));
    if (isEmpty && !isOther) keep(wrong, texts.toldCount(name, text));
    if (isEmpty && !isOther && !isElement) keep(wrong, texts.content(name, text, isTold || held !== undefined));
    const mayBeOne = mayBeComment(around) && (isEmpty || isElement) && !isTold;
    const isNamed = mayBeOne && isProse(text) && verdictOfWord(text) !== 'good';
    if (isNamed || isOwnText(text, around, held !== undefined)) unread.push(text);
  };

  /** Whether a text stands for a list of comments, or is all that the review says. */
  const isOwnText = (text: string, { depth, own: { plain }, isElement }: Around, isJson: boolean): boolean => {
    if (depth !== 1 || isElement || text.trim() === '' || asInteger(text) !== undefined || saysNothing(text))
      return false;
    if (kinds.lists.has(plain)) return !isJson;
    const isAll = isDone && !isClear && comments.length === 0;
    return isAll && (kinds.texts.has(plain) || (kinds.verdicts.has(plain) && asPhrase(text, 4) === undefined));
  };

  for (const each of layers) lookInObject(each, layer);
  if (isTooMuch()) unread.push(t('The answer holds more than can be looked through.'));
  return evidence;
}

/** Adds a sentence to the few that are said. */
function keep(sentences: Set<string>, sentence: string): void {
  if (sentence !== '' && sentences.size < 3) sentences.add(sentence);
}

/** Whether a step is one of reading the change, as its name says. */
function namesReading(name = ''): boolean {
  return hasAny(wordsOfName(name), words.reading);
}
