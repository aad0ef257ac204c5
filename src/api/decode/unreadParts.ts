import {
  asBoolean,
  asInteger,
  asWord,
  asWords,
  isObject,
  memberAt,
  nameSet,
  plainName,
  type JsonObject,
} from './aliases.ts';
import { hasLines, looksLikeComment, unwrappedComment } from './commentShape.ts';
import { writtenPath } from './path.ts';
import type { DecodedComments } from './reviewComments.ts';
import { jsonInText } from './text/jsonInText.ts';
import { isProse, saysNothing } from './text/prose.ts';
import { severityOfWord } from './text/severityWords.ts';
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
  sequenceDiagrams metrics timings resolvedComments`);
/** Names whose text is used elsewhere; see `wordsIn` and the notes in `decodeReview`. */
const told = nameSet(`comments issues findings suggestions body summary review feedback report overallExplanation result
  verdict conclusion notes warnings gaps status reason`);
/** Names of a comment's text. */
const saying = nameSet(`title body message msg comment description text content details detail note remark finding
  problem issue concern observation recommendation feedback suggestion rationale explanation why reason what warning
  risk fix`);

/** What the names of the ancestors of a value imply. */
interface Around {
  /** The value is not about findings. */
  readonly isOther: boolean;
  /** A name says that the value is a finding. */
  readonly isFound: boolean;
  /** The value is in a list or in an object of findings. */
  readonly isElement: boolean;
  /** The value is somewhere in a list or an object of findings, where every text counts. */
  readonly isInside: boolean;
  /** The text of the value is used elsewhere. */
  readonly isTold: boolean;
}

const nowhere: Around = { isOther: false, isFound: false, isElement: false, isInside: false, isTold: true };

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
    else if (Array.isArray(value))
      for (const each of value) look(each, { ...around, isElement: true, isInside: around.isFound }, depth + 1);
    else {
      const inside = wordless.has(value) ? { ...around, isOther: true } : around;
      for (const [name, member] of Object.entries(value)) lookAt(name, member, inside, depth + 1);
    }
  };
  const lookInText = (text: string, around: Around, depth: number): void => {
    const held = jsonInText(text);
    if (held !== undefined) look(held.value, { ...around, isElement: false }, depth + 1);
    const isNamed = (isEmpty || around.isElement) && !around.isTold;
    if (mayBeComment(around) && (isNamed || around.isInside) && isProse(text)) unread.push(text);
  };
  const lookAt = (name: string, member: unknown, around: Around, depth: number): void => {
    const plain = plainName(name);
    const isOther = around.isOther || others.has(plain);
    const isFound = around.isFound || namesFindings(name);
    if (isEmpty && !isOther) weigh(name, plain, member);
    look(
      member,
      { isOther, isFound, isElement: around.isFound, isInside: around.isInside, isTold: depth <= 2 && told.has(plain) },
      depth,
    );
  };
  const weigh = (name: string, plain: string, member: unknown): void => {
    const flag = asBoolean(member);
    const word = flag === undefined ? judgementIn(asWord(member)) : undefined;
    if (flag !== undefined) isFlagged ||= isFlagAgainst(name, flag);
    if (word !== undefined && isAgainst(plain, word, isObject(member))) verdicts.add(word);
    if (namesCount(name)) highest = Math.max(highest, asInteger(member) ?? 0);
  };

  for (const layer of layers) look(layer, nowhere, 0);
  if (looked > most) unread.push('The answer holds more than can be looked through.');
  return { unread, verdicts: [...verdicts].slice(0, 3), isFlagged, highest };
}

/**
 * Whether an object has text and either lines or a severity.
 * @param isOther whether it is in a part that is not about findings
 * @param isNamed whether it is in a place for comments; then a name for a comment's text is enough
 */
function isLooseComment(raw: object, isOther: boolean, isNamed: boolean): boolean {
  if (!isObject(raw)) return false;
  const value = unwrappedComment(raw);
  const words = Object.entries(value).filter(([, text]) => isProse(asWords(text)));
  if (words.length === 0) return false;
  const isSaying = words.some(([name]) => saying.has(plainName(name)));
  if (isSaying && (isNamed || (!isOther && writtenPath(value) !== undefined))) return true;
  const severity = asWord(memberAt(value, 'severity') ?? memberAt(value, 'level'));
  return (severity !== undefined && severityOfWord(severity) !== undefined) || hasLines(value);
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
