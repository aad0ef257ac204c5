import { isObject } from '../../api/decode/aliases.ts';
import { stringifyInSlices } from '../../core/base/jsonText.ts';
import type { Review, ReviewComment } from '../../core/review/review.ts';
import { severities } from '../../core/review/severity.ts';
import { Slices } from '../../core/base/slices.ts';

// Bump when the shape of a review changes: what a window of another version published is then passed over.
const version = 1;

const states: readonly unknown[] = ['running', 'completed', 'failed', 'notRun', 'unknown'] satisfies Review['state'][];
const knownSeverities: readonly unknown[] = severities;

/** The result of a poll, as one window publishes it to the others. */
export interface PolledReview {
  /** The hosted service's origin, or `embedded`. */
  readonly service: string;
  /** The id that was requested. The review itself may carry another one. */
  readonly reviewId: string;
  readonly review: Review;
  /** Time of the poll, in milliseconds since the epoch. */
  readonly at: number;
  /** Id of the window that polled. */
  readonly window: string;
}

export async function serializePolledReview({ window, ...published }: PolledReview): Promise<string> {
  // First, see `isPublishedBy`.
  return stringifyInSlices({ window, version, ...published }, new Slices());
}

/** Whether a window has published a text. Nothing is parsed: what is told of first of all is one's own. */
export function isPublishedBy(window: string, text: string): boolean {
  return text.startsWith(JSON.stringify({ window }).slice(0, -1));
}

/** Parses a published result. Returns `undefined` for text that is truncated, malformed or of another version. */
export function parsePolledReview(text: string): PolledReview | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isObject(json) && json['version'] === version && isPublished(json) ? json : undefined;
}

function isPublished(value: object): value is PolledReview {
  const { service, reviewId, at, window, review } = value as Record<keyof PolledReview, unknown>;
  const isNamed = isText(service) && isText(reviewId) && isText(window);
  return isNamed && typeof at === 'number' && isReview(review);
}

function isReview(value: unknown): value is Review {
  if (!isObject(value)) return false;
  const of = value as Record<keyof Review, unknown>;
  return (
    isText(of.id) &&
    states.includes(of.state) &&
    isText(of.status) &&
    [of.createdAt, of.completedAt, of.reason, of.stage, of.commit, of.summary].every(each =>
      isOptional(each, isText),
    ) &&
    [of.issuesFound, of.suggestions, of.progress].every(each => isOptional(each, Number.isFinite)) &&
    isOptional(of.refuted, refuted => Array.isArray(refuted) && refuted.every(isRefuted)) &&
    isOptional(of.comments, comments => Array.isArray(comments) && comments.every(isComment)) &&
    Array.isArray(of.undecoded) &&
    Array.isArray(of.notes) &&
    of.notes.every(isText) &&
    [of.gaps, of.gapNotes].every(each => isOptional(each, texts => Array.isArray(texts) && texts.every(isText)))
  );
}

function isRefuted(value: unknown): boolean {
  return isObject(value) && isComment(value['comment']) && isText(value['justification']);
}

function isComment(value: unknown): value is ReviewComment {
  if (!isObject(value)) return false;
  const of = value as Record<keyof ReviewComment, unknown>;
  return (
    [of.id, of.path, of.severityWord, of.wholeTitle, of.quotedCode, of.rule, of.category, of.url].every(each =>
      isOptional(each, isText),
    ) &&
    isOptional(of.members, members => Array.isArray(members) && members.every(isText)) &&
    isOptional(of.memberPlaces, places => Array.isArray(places) && places.every(isPlace)) &&
    isOptional(of.range, isRange) &&
    (of.side === 'left' || of.side === 'right') &&
    knownSeverities.includes(of.severity) &&
    isText(of.title) &&
    isText(of.body) &&
    isOptional(of.suggestion, each => isObject(each) && isText(each['text']) && isOptional(each['range'], isRange)) &&
    isOptional(of.experimental, each => each === true) &&
    typeof of.outdated === 'boolean' &&
    typeof of.resolved === 'boolean'
  );
}

function isPlace(value: unknown): boolean {
  return isObject(value) && isText(value['path']) && isRange(value['range']);
}

function isRange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { startLine, endLine, startColumn, endColumn } = value;
  return (
    [startLine, endLine].every(Number.isSafeInteger) &&
    [startColumn, endColumn].every(each => isOptional(each, Number.isSafeInteger))
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isOptional(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value);
}
