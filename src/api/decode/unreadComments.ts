import { writtenPath } from './comment/path.ts';
import { asBoolean, asInteger, asWord, asWords, isObject, memberAt, plainName, type JsonObject } from './aliases.ts';
import { jsonInText } from './jsonInText.ts';
import { severityOfWord } from './severityWords.ts';
import { hasLines, looksLikeComment, unwrappedComment } from './comment/unwrapComment.ts';
import { findingNouns, isAgainst, isFlagAgainst, wordsOfName } from './verdictWords.ts';

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
const others = new Set(
  [
    ...['files', 'changedFiles', 'filesReviewed', 'reviewedFiles', 'filesChanged', 'fileChanges', 'skippedFiles'],
    ...['excludedFiles', 'ignoredFiles', 'fileSummaries', 'walkthrough', 'changes', 'commits', 'labels', 'tags'],
    ...['languages', 'author', 'authors', 'user', 'users', 'assignees', 'requester', 'requestedBy', 'createdBy'],
    ...['triggeredBy', 'owner', 'sender', 'pullRequest', 'pr', 'mergeRequest', 'repository', 'repo', 'project'],
    ...['organization', 'team', 'account', 'installation', 'usage', 'config', 'configuration', 'settings', 'options'],
    ...['links', '_links', 'request', 'steps', 'stages', 'timeline', 'history', 'logs', 'events', 'model', 'models'],
    ...['tools', 'rules', 'praise', 'praises', 'positives', 'strengths', 'highlights', 'goodPractices', 'references'],
    ...['sources', 'dependencies', 'billing', 'plan', 'limits', 'permissions', 'head', 'base', 'diff', 'patch'],
    ...['previous', 'previousReview', 'diagrams', 'sequenceDiagrams', 'metrics', 'timings', 'resolvedComments'],
  ].map(plainName),
);
/** Names whose text is used elsewhere; see `wordsIn` and the notes in `decodeReview`. */
const told = new Set(
  [
    ...['comments', 'issues', 'findings', 'suggestions', 'body', 'summary', 'review', 'feedback', 'report'],
    ...['overallExplanation', 'result', 'verdict', 'conclusion', 'notes', 'warnings', 'gaps', 'status', 'reason'],
  ].map(plainName),
);
/** Names of a comment's text. */
const saying = new Set([
  ...['title', 'body', 'message', 'msg', 'comment', 'description', 'text', 'content', 'details', 'detail', 'note'],
  ...['remark', 'finding', 'problem', 'issue', 'concern', 'observation', 'recommendation', 'feedback', 'suggestion'],
  ...['rationale', 'explanation', 'why', 'reason', 'what', 'warning', 'risk', 'fix'],
]);
const nothing =
  /^\W*(?:none|nothing(?: (?:found|wrong|to (?:report|add|fix)))?|n\/a|null|lgtm|looks? (?:good|fine|great)(?: to me)?|all (?:good|clear)|clean|(?:found )?(?:no|0|zero) (?:\w+ ){0,2}(?:issues?|problems?|findings?|comments?|concerns?|bugs?|errors?|violations?|suggestions?|vulnerabilities|changes|warnings?|blockers?)(?: (?:were |was )?(?:found|detected|identified|reported|needed|required))?)\W*$/i;

/** Whether a value is text of two or more words that does not mean "nothing found". */
export function isProse(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const text = value.trim();
  return /\s/.test(text) && /\p{L}/u.test(text) && !saysNothing(text);
}

/** Whether text says that nothing was found. */
export function saysNothing(text: string): boolean {
  return text.length < 200 && nothing.test(text.trim());
}

/** What the names of the ancestors of a value imply. */
interface Around {
  /** The value is not about findings. */
  readonly isOther: boolean;
  /** A name says that the value is a finding. */
  readonly isFound: boolean;
  /** The value is in a list. */
  readonly isElement: boolean;
  /** The text of the value is used elsewhere. */
  readonly isTold: boolean;
}

const nowhere: Around = { isOther: false, isFound: false, isElement: false, isTold: true };

/**
 * Searches the parts of a response that were not decoded.
 * @param layers the review and its envelopes
 * @param read values that were decoded or belong to another review
 * @param shown comments without text, which may contain values with text
 * @param isEmpty whether no comment was decoded; then anything similar counts
 * @param isDone whether the review is complete; the text of other reviews is about their progress
 */
export function doubtsOf(
  layers: readonly JsonObject[],
  read: ReadonlySet<unknown>,
  shown: ReadonlySet<unknown>,
  isEmpty: boolean,
  isDone: boolean,
): Doubts {
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
    const isLoose = isDone && !shown.has(value) && isLooseComment(value, around.isOther, mayBeComment(around));
    if (depth > 0 && (isLoose || looksLikeComment(value))) unread.push(value);
    else if (Array.isArray(value)) for (const each of value) look(each, { ...around, isElement: true }, depth + 1);
    else {
      const inside = shown.has(value) ? { ...around, isOther: true } : around;
      for (const [name, member] of Object.entries(value)) lookAt(name, member, inside, depth + 1);
    }
  };
  const lookInText = (text: string, around: Around, depth: number): void => {
    const held = /^\s*[[{]|`{3}|~{3}/.test(text) ? jsonInText(text) : undefined;
    if (held !== undefined) look(held.value, { ...around, isElement: false }, depth + 1);
    if (mayBeComment(around) && (isEmpty || around.isElement) && !around.isTold && isProse(text)) unread.push(text);
  };
  const lookAt = (name: string, member: unknown, around: Around, depth: number): void => {
    const plain = plainName(name);
    const isOther = around.isOther || others.has(plain);
    const isFound = around.isFound || wordsOfName(name).some(word => findingNouns.has(word));
    if (isEmpty && !isOther) weigh(name, plain, member);
    look(member, { isOther, isFound, isElement: false, isTold: told.has(plain) }, depth);
  };
  const weigh = (name: string, plain: string, member: unknown): void => {
    const flag = asBoolean(member);
    const word = flag === undefined ? judgementIn(member) : undefined;
    if (flag !== undefined) isFlagged ||= isFlagAgainst(name, flag);
    if (word !== undefined && isAgainst(plain, word, isObject(member))) verdicts.add(word);
    if (isCountOfFindings(name)) highest = Math.max(highest, asInteger(member) ?? 0);
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
  const value = unwrappedComment(raw);
  if (!isObject(value)) return false;
  const words = Object.entries(value).filter(([, text]) => isProse(asWords(text)));
  if (words.length === 0) return false;
  const isSaying = words.some(([name]) => saying.has(plainName(name)));
  if (isSaying && (isNamed || (!isOther && writtenPath(value) !== undefined))) return true;
  const severity = asWord(memberAt(value, 'severity') ?? memberAt(value, 'level'));
  const isGrave = severity !== undefined && severityOfWord(severity) !== undefined;
  return isGrave || hasLines(value);
}

/** Whether a name such as `blockers` or `warning_count` is that of a count of findings. */
function isCountOfFindings(name: string): boolean {
  const words = wordsOfName(name);
  return (
    words.some(word => findingNouns.has(word)) && words.every(word => findingNouns.has(word) || counting.has(word))
  );
}

const counting = new Set([
  ...['count', 'total', 'number', 'num', 'of', 'found', 'new', 'open', 'critical', 'high', 'medium', 'low', 'major'],
  ...['minor', 'security', 'code', 'style', 'quality', 'review', 'performance', 'blocking', 'unresolved', 'active'],
]);

/** Returns a verdict of up to a few words; longer text describes findings. */
export function judgementIn(value: unknown): string | undefined {
  const text = asWord(value)?.trim();
  return text === undefined || text.length > 60 || text.split(/\s+/).length > 4 ? undefined : text;
}
