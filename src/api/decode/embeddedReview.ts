import * as v from 'valibot';
import { plainLine } from '../../core/base/text.ts';
import type { RefutedReviewComment, ReviewComment, Suggestion } from '../../core/review/review.ts';
import { safePath } from '../../core/system/safePath.ts';
import type { JsonObject } from './aliases.ts';
import { decodeRelatedLocations, longestBody, oneLine, quotedLines, titleOf } from './comment.ts';
import { rangeOf } from './place.ts';
import { mostComments, type DecodedComments } from './reviewComments.ts';
import { withoutFinalBreak } from './text/fencedBlocks.ts';
import { asHttpsUrl, asText } from './values.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const texts = v.array(v.string());

const relatedLocation = v.strictObject({
  ...v.entriesFromList(['path', 'message'], v.string()),
  ...v.entriesFromList(['start_line', 'start_column', 'end_column'], count),
});

const comment = v.strictObject({
  ...v.entriesFromList(['fingerprint', 'reviewer', 'path', 'category', 'rule_id', 'title', 'body'], v.string()),
  ...v.entriesFromList(['help_uri', 'existing_code', 'suggested_code'], v.optional(v.string())),
  ...v.entriesFromList(['start_line', 'end_line'], count),
  ...v.entriesFromList(['start_column', 'end_column'], v.optional(count)),
  side: v.literal('RIGHT'),
  related_locations: v.optional(v.pipe(v.array(relatedLocation), v.readonly())),
  severity: v.picklist(['critical', 'high', 'medium', 'low', 'info']),
});

type EmbeddedComment = v.InferOutput<typeof comment>;

const refutedComment = v.strictObject({ ...comment.entries, justification: v.string() });

/** Its lists may be long, so their elements are checked one by one. */
const review = v.strictObject({
  ...v.entriesFromList(['id', 'created_at', 'repository'], v.string()),
  ...v.entriesFromList(['commit_sha', 'base_sha', 'completed_at', 'reason', 'stage'], v.optional(v.string())),
  ...v.entriesFromList(['notes', 'gaps'], v.optional(texts)),
  ...v.entriesFromList(['reviewed_lines', 'issues_found', 'suggestions'], v.optional(count)),
  status: v.picklist(['pending', 'running', 'completed', 'failed', 'cancelled']),
  progress: v.optional(v.number()),
  pr: count,
  comments: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(mostComments))),
  refuted: v.optional(v.array(v.unknown())),
});

/** A review of the embedded service. */
interface EmbeddedReview {
  readonly review: JsonObject;
  readonly decoded: DecodedComments;
  readonly refuted: readonly RefutedReviewComment[] | undefined;
}

/**
 * Decodes an answer that is a review exactly as the embedded service sends it (docs/api.md), one comment a step. With no
 * other member, nothing in it has to be looked for; any other shape is read by its names.
 */
export function* embeddedReview(answer: unknown): Generator<void, EmbeddedReview | undefined> {
  if (!v.is(review, answer)) return undefined;
  const comments = yield* decodeEach(answer.comments, comment, decodeEmbedded);
  const refuted = yield* decodeEach(answer.refuted, refutedComment, decodeRefuted);
  if (comments?.length !== answer.comments?.length || refuted?.length !== answer.refuted?.length) return undefined;
  const none = new Set();
  return { review: answer, decoded: { comments, undecoded: [], cut: 0, read: none, wordless: none }, refuted };
}

/** Checks and decodes the elements of a list, one a step. @returns undefined if there is none, or if an element has another shape */
function* decodeEach<S extends v.GenericSchema, T>(
  list: readonly unknown[] | undefined,
  schema: S,
  decode: (element: v.InferOutput<S>) => T,
): Generator<void, T[] | undefined> {
  const decoded: T[] = [];
  for (const each of list ?? []) {
    if (!v.is(schema, each)) return undefined;
    yield;
    decoded.push(decode(each));
    yield;
  }
  return list && decoded;
}

/** Decodes a comment of the embedded service. */
export function decodeEmbedded(raw: EmbeddedComment): ReviewComment {
  const rule = oneLine(raw.rule_id, 200);
  const body = raw.body.trim().slice(0, longestBody);
  const related = decodeRelatedLocations(raw.related_locations);
  return {
    id: oneLine(raw.fingerprint, 200),
    path: safePath(raw.path),
    range: rangeOf(raw.start_line, raw.end_line, { startColumn: raw.start_column, endColumn: raw.end_column }),
    side: 'right',
    severity: raw.severity,
    severityWord: raw.severity,
    title: titleOf(raw.title, body, rule),
    body,
    suggestion: suggestionOf(raw),
    quotedCode: quotedLines(asText(raw.existing_code)),
    rule,
    category: oneLine(raw.category, 80),
    url: asHttpsUrl(raw.help_uri),
    ...(related !== undefined && { related }),
    outdated: false,
    resolved: false,
    raw,
  };
}

function decodeRefuted(raw: v.InferOutput<typeof refutedComment>): RefutedReviewComment {
  return { comment: decodeEmbedded(raw), justification: plainLine(raw.justification) };
}

function suggestionOf({ suggested_code, existing_code }: EmbeddedComment): Suggestion | undefined {
  if (suggested_code === undefined) return undefined;
  const oldText = existing_code === undefined ? {} : { oldText: withoutFinalBreak(existing_code) };
  return { text: withoutFinalBreak(suggested_code), ...oldText };
}
