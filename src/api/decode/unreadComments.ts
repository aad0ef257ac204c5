import { writtenPath } from './path.ts';
import { asBoolean, asInteger, asWord, asWords, isObject, memberAt, plainName, type JsonObject } from './aliases.ts';
import { jsonInText } from './jsonInText.ts';
import { severityOfWord } from './severityWords.ts';
import { hasLines, looksLikeComment, unwrappedComment } from './unwrapComment.ts';
import { findingNouns, isAgainst, isFlagAgainst, wordsOfName } from './verdictWords.ts';

/** What an answer holds beside the comments that were read, and what in it speaks against "no issues". */
export interface Doubts {
  /** What looks like comments and stands where none is known to. */
  readonly unread: readonly unknown[];
  /** Words that judge the review, and find fault with it. */
  readonly verdicts: readonly string[];
  /** Whether a member says by `true` or `false` that something is wrong. */
  readonly isFlagged: boolean;
  /** The highest count of what was found. */
  readonly highest: number;
}

const most = 20_000;
const deepest = 200;

/** Parts of an answer that tell of other things than what was found; a text or a word in them is none of the review's. */
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
/** Where text is told in another way; see `wordsIn` and the notes in `decodeReview`. */
const told = new Set(
  [
    ...['comments', 'issues', 'findings', 'suggestions', 'body', 'summary', 'review', 'feedback', 'report'],
    ...['overallExplanation', 'result', 'verdict', 'conclusion', 'notes', 'warnings', 'gaps', 'status', 'reason'],
  ].map(plainName),
);
/** Names for what a comment says. */
const saying = new Set([
  ...['title', 'body', 'message', 'msg', 'comment', 'description', 'text', 'content', 'details', 'detail', 'note'],
  ...['remark', 'finding', 'problem', 'issue', 'concern', 'observation', 'recommendation', 'feedback', 'suggestion'],
  ...['rationale', 'explanation', 'why', 'reason', 'what', 'warning', 'risk', 'fix'],
]);
const nothing =
  /^\W*(?:none|nothing(?: (?:found|wrong|to (?:report|add|fix)))?|n\/a|null|lgtm|looks? (?:good|fine|great)(?: to me)?|all (?:good|clear)|clean|(?:found )?(?:no|0|zero) (?:\w+ ){0,2}(?:issues?|problems?|findings?|comments?|concerns?|bugs?|errors?|violations?|suggestions?|vulnerabilities|changes|warnings?|blockers?)(?: (?:were |was )?(?:found|detected|identified|reported|needed|required))?)\W*$/i;

/** Text of two words or more that does not say that there is nothing. */
export function isProse(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const text = value.trim();
  return /\s/.test(text) && /\p{L}/u.test(text) && !saysNothing(text);
}

/** Whether text says that nothing was found. */
export function saysNothing(text: string): boolean {
  return text.length < 200 && nothing.test(text.trim());
}

/** What the names around a value say of it. */
interface Around {
  /** It tells of something else than what was found. */
  readonly isOther: boolean;
  /** A name says that it is what was found. */
  readonly isFound: boolean;
  /** It is in a list. */
  readonly isElement: boolean;
  /** Its text is told in another way. */
  readonly isTold: boolean;
}

const nowhere: Around = { isOther: false, isFound: false, isElement: false, isTold: true };

/**
 * Looks through the parts of an answer that were not read.
 * @param layers the review and its envelopes
 * @param read what was read, and what belongs to another review
 * @param shown comments that say nothing themselves and may hold what does
 * @param isEmpty whether no comment was read; then whatever may be one counts
 * @param isDone whether the review is complete; before that, and where it failed, words tell how it goes
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
 * An object that says something, and of which lines or how grave it is.
 * @param isOther whether it stands among what is none of the review's own
 * @param isNamed whether it stands where comments may be; then a name for what comments say is enough
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

/** Names such as `blockers` and `warning_count`, whose number is how many there are. */
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

/** A judgement is a few words; more tell what was found. */
export function judgementIn(value: unknown): string | undefined {
  const text = asWord(value)?.trim();
  return text === undefined || text.length > 60 || text.split(/\s+/).length > 4 ? undefined : text;
}
