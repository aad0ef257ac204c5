import { t } from '../../core/base/l10n.ts';
import { asBoolean, asInteger, asWord, isObject, memberAt, nameSet, plainName, type JsonObject } from './aliases.ts';
import { isElementOfFindings, isLooseComment, isRow, looksLikeComment } from './commentShape.ts';
import type { DecodedComments } from './reviewComments.ts';
import { jsonInText } from './text/jsonInText.ts';
import { isOfMerging } from './text/nameWords.ts';
import { isProse, saysNothing } from './text/prose.ts';
import {
  changeClaim,
  contentClaim,
  failureClaim,
  judgementClaim,
  shortfallClaim,
  unfinishedClaim,
} from './text/claims.ts';
import { isAgainst, isFlagAgainst, judgementIn, namesCount, namesFindings } from './text/verdictWords.ts';

/** Evidence in a response for comments that were not decoded. */
export interface Doubts {
  /** Values that look like comments, at unknown places. */
  readonly unread: readonly unknown[];
  /** Negative verdicts. */
  readonly verdicts: readonly string[];
  /** Whether a boolean member says that something is wrong. */
  readonly isFlagged: boolean;
  /** The highest count of findings. */
  readonly highest: number;
  /** Sentences on members that say that the review is not complete. */
  readonly unfinished: readonly string[];
  /** Sentences on members that say that something is wrong. */
  readonly claims: readonly string[];
}

const most = 20_000;
const deepest = 200;

/** Names of parts that are not about findings; their text is ignored. */
const others =
  nameSet(`files changedFiles filesReviewed reviewedFiles filesChanged fileChanges skippedFiles excludedFiles
  ignoredFiles fileSummaries walkthrough changes commits labels tags languages author authors user users assignees
  requester requestedBy createdBy triggeredBy owner sender pullRequest pr mergeRequest repository repo project
  organization team account installation usage config configuration settings options links request steps stages
  timeline history logs events model models tools rules praise praises positives strengths highlights goodPractices
  references sources dependencies billing plan limits permissions head base diff patch previous previousReview diagrams
  cache thresholds policy sequenceDiagrams metrics timings resolvedComments coverage testCoverage codeCoverage`);
/** Names whose text is used elsewhere; see `wordsIn` and the notes in `decodeReview`. */
const told = nameSet(`comments issues findings suggestions body summary review feedback report overallExplanation result
  verdict conclusion notes warnings gaps status reason`);
/** Names among `others` of objects whose members say how far the review got. */
const measured = nameSet('files metrics coverage');
/** Names of members that belong to the name of the object around them. */
const pages = nameSet('data nodes items values list edges');
const parts = nameSet('count total number reason flag level');
/** The same in an object that is named after a coverage. */
const shares = nameSet('percent percentage pct ratio skipped');

/** What the names of the ancestors of a value imply. */
interface Around {
  /** The name that a value goes by, with that of the object around it where it says little by itself. */
  readonly name: string;
  /** The value is not about findings. */
  readonly isOther: boolean;
  /** The value is an object that says how far the review got, even if it is not about findings. */
  readonly isMeasured: boolean;
  /** A name says that the value is a finding. */
  readonly isFound: boolean;
  /** The value is in a list or in an object of findings. */
  readonly isElement: boolean;
  /** The value is somewhere in a list or an object of findings, where every text counts. */
  readonly isInside: boolean;
  /** The text of the value is used elsewhere. */
  readonly isTold: boolean;
}

const nowhere: Around = {
  name: '',
  isOther: false,
  isMeasured: false,
  isFound: false,
  isElement: false,
  isInside: false,
  isTold: true,
};

/**
 * Searches the parts of a response that were not decoded. If no comment was, anything similar counts.
 * @param layers the review and its envelopes
 * @param isDone whether the review is complete; the text of other reviews is about their progress
 */
export function doubtsOf(layers: readonly JsonObject[], decoded: DecodedComments, isDone: boolean): Doubts {
  const { read, wordless } = decoded;
  const isEmpty = decoded.comments.length + decoded.undecoded.length === 0;
  const unread: unknown[] = [];
  const verdicts = new Set<string>();
  const [unfinished, claims] = [new Set<string>(), new Set<string>()];
  let [isFlagged, highest, looked] = [false, 0, 0];

  const mayBeComment = ({ isOther, isFound, isElement }: Around): boolean =>
    isDone && !isOther && (isFound || (isEmpty && isElement));

  const look = (value: unknown, around: Around, depth: number): void => {
    if (depth > deepest || looked > most || read.has(value)) return;
    if (typeof value === 'string') lookInText(value, around, depth);
    if (typeof value !== 'object' || value === null) return;
    looked++;
    const isLoose = isDone && !wordless.has(value) && isLooseComment(value, around.isOther, mayBeComment(around));
    if (depth > 0 && (isLoose || looksLikeComment(value))) unread.push(value);
    else if (Array.isArray(value)) lookInList(value, around, depth);
    else {
      const inside = wordless.has(value) || isPerson(value) ? { ...around, isOther: true } : around;
      if (!inside.isOther || inside.isMeasured) keep(unfinished, shortfallClaim(value as JsonObject));
      for (const [name, member] of Object.entries(value)) lookAt(name, member, inside, depth + 1);
    }
  };
  const lookInList = (list: readonly unknown[], around: Around, depth: number): void => {
    const isSuspect = isDone && isEmpty && !around.isOther;
    const isFindings = isSuspect && namesCount(around.name);
    for (const each of list) {
      const isFinding = (isFindings && isElementOfFindings(each)) || (isSuspect && isRow(each));
      if (isFinding && !read.has(each)) unread.push(each);
      else look(each, { ...around, isMeasured: false, isElement: true, isInside: around.isFound }, depth + 1);
    }
  };
  const lookInText = (text: string, around: Around, depth: number): void => {
    const held = jsonInText(text);
    if (held !== undefined) look(held.value, { ...around, isElement: false }, depth + 1);
    if (!around.isOther) keep(unfinished, failureClaim(around.name, text));
    const isUnread = isEmpty && held === undefined && !around.isTold && !around.isElement;
    if (isUnread && depth <= 2) keep(claims, changeClaim(around.name, text));
    if (isUnread && !around.isOther) keep(claims, contentClaim(around.name, text));
    const isNamed = (isEmpty || around.isElement) && !around.isTold;
    if (mayBeComment(around) && (isNamed || around.isInside) && isProse(text)) unread.push(text);
  };
  const lookAt = (name: string, member: unknown, around: Around, depth: number): void => {
    const plain = plainName(name);
    const isOther = around.isOther || others.has(plain);
    const isFound = around.isFound || namesFindings(name);
    const full = nameIn(around.name, name, plain);
    if (!around.isOther || around.isMeasured || parts.has(plain)) keep(unfinished, unfinishedClaim(full, member));
    if (isEmpty && !isOther) weigh(full, plain, member);
    look(
      member,
      {
        name: full,
        isOther,
        isMeasured: measured.has(plain) && (!around.isOther || around.isMeasured),
        isFound,
        isElement: around.isFound,
        isInside: around.isInside,
        isTold: depth <= 2 && told.has(plain),
      },
      depth,
    );
  };
  const weigh = (name: string, plain: string, member: unknown): void => {
    const flag = asBoolean(member);
    const word = judgementIn(asWord(member));
    if (flag !== undefined) isFlagged ||= isFlagAgainst(name, flag);
    if (word !== undefined && !isOfMerging(name) && isAgainst(plain, word, isObject(member))) verdicts.add(word);
    keep(claims, judgementClaim(name, member));
    if (namesCount(name)) highest = Math.max(highest, asInteger(member) ?? 0);
  };

  for (const layer of layers) look(layer, nowhere, 0);
  if (looked > most) unread.push(t('The answer holds more than can be looked through.'));
  return {
    unread,
    verdicts: [...verdicts].slice(0, 3),
    isFlagged,
    highest,
    unfinished: [...unfinished],
    claims: [...claims],
  };
}

/** Adds a sentence to the few that are said. */
function keep(sentences: Set<string>, sentence: string): void {
  if (sentence !== '' && sentences.size < 3) sentences.add(sentence);
}

/** The name that a member goes by, bounded, since it is looked at for each element of a list. */
function nameIn(outer: string, name: string, plain: string): string {
  const isPart = outer !== '' && (parts.has(plain) || (shares.has(plain) && /coverage$/i.test(outer)));
  const own = isPart ? `${outer}_${name}` : name;
  return (outer !== '' && pages.has(plain) ? outer : own).slice(0, 100);
}

function isPerson(value: object): boolean {
  return memberAt(value, 'login') !== undefined || memberAt(value, 'email') !== undefined;
}

/**
 * Text to show for a review: lists that were sent as text, and the text of the review itself if it has no comments.
 * @param isClear whether the service counts no comments
 */
export function wordsIn(review: JsonObject, isClear: boolean): readonly string[] {
  const textAt = (...places: readonly string[]): string[] =>
    places
      .map(name => memberAt(review, name))
      .filter(value => typeof value === 'string')
      .filter(text => text.trim() !== '' && asInteger(text) === undefined && !saysNothing(text));
  // JSON is decoded as a list.
  const lists = textAt('comments', 'issues', 'findings', 'suggestions').filter(text => jsonInText(text) === undefined);
  if (isClear) return lists;
  // A single word under these names is a verdict.
  const judgements = textAt('result', 'verdict', 'conclusion').filter(text => judgementIn(text) === undefined);
  return [...lists, ...textAt('body', 'summary', 'review', 'feedback', 'report', 'overallExplanation'), ...judgements];
}
