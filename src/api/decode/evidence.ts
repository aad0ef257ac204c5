import { t } from '../../core/base/l10n.ts';
import { firstOf, isObject, nameSet, plainName, type JsonObject } from './aliases.ts';
import * as claims from './claims.ts';
import { isElementOfFindings, isLooseComment, isRow, looksLikeComment } from './commentShape.ts';
import { shortfall, unfinished } from './coverage.ts';
import type { DecodedComments } from './reviewComments.ts';
import { jsonInText } from './text/jsonInText.ts';
import { isProse, saysNothing } from './text/prose.ts';
import { severityOfWord } from './text/severityWords.ts';
import { asCount, asInteger } from './values.ts';

/** Parts that are not about findings; of those of the first kind, the members say how far the review got. */
const measured = nameSet('files metrics coverage');
const others =
  nameSet(`files changedFiles filesReviewed reviewedFiles filesChanged fileChanges skippedFiles excludedFiles
  ignoredFiles fileSummaries walkthrough changes commits labels tags languages author authors user users assignees
  requester requestedBy createdBy triggeredBy owner sender pullRequest pr mergeRequest repository repo project
  organization team account installation usage config configuration settings options links request steps stages
  timeline history logs events model models tools rules praise praises positives strengths highlights goodPractices
  references sources dependencies billing plan limits permissions head base previous previousReview diagrams cache
  thresholds policy sequenceDiagrams metrics timings resolvedComments coverage testCoverage codeCoverage`);
/** A review's own text, which may be its only comment, lists that may be sent as text, and verdicts. */
const reviewTexts = nameSet('body summary review feedback report overallExplanation');
const listTexts = nameSet('comments issues findings suggestions');
const verdicts = nameSet('result verdict conclusion');
const told = new Set([...reviewTexts, ...listTexts, ...verdicts, ...nameSet('notes warnings gaps status reason')]);
/** Names that say little without the name of the object around them: it stands for the first, and before the others. */
const pages = nameSet('data nodes items values list edges');
const parts = nameSet('count total number reason flag level');
const shares = nameSet('percent percentage pct ratio skipped');
/** Objects, besides the review itself, in which totals and severities are counts of findings. */
const countHolders =
  nameSet(`issuesFound summary stats statistics counts severityCounts bySeverity metrics output comments issues findings
  pagination paging meta metadata`);
const totals = nameSet('total totalCount count');

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

/** What the names around a value imply. */
interface Around {
  readonly depth: number;
  /** The name that a value goes by, and the plain name of its own member. */
  readonly name: string;
  readonly plain: string;
  /** The value is not about findings; its members may say how far the review got nevertheless. */
  readonly isOther: boolean;
  readonly isMeasured: boolean;
  /** A name says that the value is a finding or holds some; the value stands in a list, or in what holds findings. */
  readonly isFound: boolean;
  readonly isElement: boolean;
  /** The value is read elsewhere. */
  readonly isTold: boolean;
}

const most = 20_000;
const deepest = 200;
const nothingAround = { isOther: false, isMeasured: false, isFound: false, isElement: false, isTold: true };
const layer: Around = { ...nothingAround, depth: 0, name: '', plain: '' };

/**
 * Searches the parts of an answer that were not decoded. If no comment was, anything similar counts.
 * @param layers the review and its envelopes
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
  let looked = 0;

  const mayBeComment = ({ isOther, isFound, isElement }: Around): boolean =>
    isDone && !isOther && (isFound || (isEmpty && isElement));

  const look = (value: unknown, around: Around): void => {
    if (around.depth > deepest || looked > most || seen.has(value)) return;
    if (typeof value === 'string') lookInText(value, around);
    if (typeof value !== 'object' || value === null) return;
    looked++;
    const isLoose = isDone && !wordless.has(value) && isLooseComment(value, around.isOther, mayBeComment(around));
    if (isLoose || looksLikeComment(value)) evidence.unread.push(value);
    else if (isObject(value)) lookInObject(value, around);
    else lookInList(value as readonly unknown[], around);
  };

  const lookInList = (list: readonly unknown[], around: Around): void => {
    const isSuspect = isDone && isEmpty && !around.isOther;
    const isOfFindings = isSuspect && claims.namesCount(around.name);
    const isTold = around.isTold && !around.isFound;
    const inList = { ...around, depth: around.depth + 1, isMeasured: false, isElement: true, isTold };
    for (const each of list) {
      const isFinding = (isOfFindings && isElementOfFindings(each)) || (isSuspect && isRow(each));
      if (isFinding && !seen.has(each)) evidence.unread.push(each);
      else look(each, inList);
    }
  };

  const lookInObject = (object: JsonObject, around: Around): void => {
    const isOther = around.isOther || wordless.has(object) || firstOf(object, 'login email') !== undefined;
    const isAbout = !isOther || around.isMeasured;
    const isCounting = isEmpty && (around.depth === 0 || countHolders.has(around.plain));
    if (isAbout) keep(evidence.unfinished, shortfall(object));
    if (isCounting) count(bySeverity(object));
    for (const [name, member] of Object.entries(object)) {
      const inner = inside(name, { ...around, isOther });
      if (isAbout || parts.has(inner.plain)) keep(evidence.unfinished, unfinished(inner.name, member));
      if (isEmpty && !inner.isOther) keep(evidence.wrong, claims.judgement(inner.name, member));
      const isCount = claims.namesCount(inner.name) || (isCounting && totals.has(inner.plain));
      if (isEmpty && isAbout && isCount) count(asCount(member) ?? 0);
      const isComplaint = around.depth === 0 && /^(?:error|warning)s?$/.test(inner.plain);
      const isError = inner.plain.startsWith('error');
      if (isComplaint && (isError || isEmpty))
        keep(isError ? evidence.unfinished : evidence.wrong, claims.complaint(name, member));
      look(member, inner);
    }
  };

  const lookInText = (text: string, around: Around): void => {
    const held = jsonInText(text);
    if (held !== undefined) look(held.value, { ...around, depth: around.depth + 1, isElement: false });
    const isTold = around.isTold || held !== undefined;
    if (!around.isOther) keep(evidence.unfinished, claims.failure(around.name, text));
    if (isEmpty && !around.isOther && !isTold && !around.isElement)
      keep(evidence.wrong, claims.content(around.name, text));
    const isNamed = mayBeComment(around) && (isEmpty || around.isElement) && !around.isTold && isProse(text);
    if (isNamed || isOwnText(text, around, held !== undefined)) evidence.unread.push(text);
  };

  /** Whether a text stands for a list of comments, or is all that the review says. */
  const isOwnText = (text: string, { depth, plain, isElement }: Around, isJson: boolean): boolean => {
    if (depth !== 1 || isElement || text.trim() === '' || asInteger(text) !== undefined || saysNothing(text))
      return false;
    if (listTexts.has(plain)) return !isJson;
    const isAll = isDone && !isClear && comments.length === 0;
    return isAll && (reviewTexts.has(plain) || (verdicts.has(plain) && claims.verdictIn(text) === undefined));
  };

  const count = (amount: number): void => {
    evidence.highest = Math.max(evidence.highest, amount);
  };

  for (const each of layers) lookInObject(each, layer);
  if (looked > most) evidence.unread.push(t('The answer holds more than can be looked through.'));
  return evidence;
}

/** What the names around a member of an object imply, with its own. */
function inside(name: string, around: Around): Around {
  const plain = plainName(name);
  const isPart = parts.has(plain) || (shares.has(plain) && /coverage$/i.test(around.name));
  const isPage = pages.has(plain) && around.name !== '';
  return {
    depth: around.depth + 1,
    // Bounded, since it is looked at for each element of a list.
    name: (isPage ? around.name : isPart && around.name !== '' ? `${around.name}_${name}` : name).slice(0, 100),
    plain,
    isOther: around.isOther || others.has(plain),
    isMeasured: measured.has(plain) && (!around.isOther || around.isMeasured),
    isFound: around.isFound || claims.namesFindings(name),
    isElement: around.isFound,
    isTold: around.depth <= 1 && told.has(plain),
  };
}

/** Adds a sentence to the few that are said. */
function keep(sentences: Set<string>, sentence: string): void {
  if (sentence !== '' && sentences.size < 3) sentences.add(sentence);
}

/** The sum of counts by severity such as `critical`, `high_count` and `minorIssues`. */
function bySeverity(object: JsonObject): number {
  return Object.entries(object).reduce((sum, [name, value]) => {
    const severity = severityOfWord(name.replace(/[_-]?(?:count|issues|findings|comments)$/i, '')) ?? 'praise';
    return severity === 'praise' ? sum : sum + Math.max(0, asInteger(value) ?? 0);
  }, 0);
}
