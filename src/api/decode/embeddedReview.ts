import * as v from 'valibot';
import { plainLine } from '../../core/base/text.ts';
import type { CommentPlace, RefutedReviewComment, ReviewComment } from '../../core/review/review.ts';
import { safePath } from '../../core/system/safePath.ts';
import type { JsonObject } from './aliases.ts';
import { decodeRelatedLocations, longestBody, presentable, type PathRule } from './comment.ts';
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

const memberLocation = v.strictObject({
  path: v.string(),
  ...v.entriesFromList(['start_line', 'end_line'], count),
  ...v.entriesFromList(['start_column', 'end_column'], v.optional(count)),
});

const comment = v.strictObject({
  ...v.entriesFromList(['fingerprint', 'reviewer', 'category', 'rule_id', 'title', 'body'], v.string()),
  ...v.entriesFromList(['help_uri', 'existing_code', 'suggested_code'], v.optional(v.string())),
  member_fingerprints: v.optional(v.pipe(texts, v.readonly())),
  ...memberLocation.entries,
  member_locations: v.optional(v.pipe(v.array(memberLocation), v.readonly())),
  side: v.literal('RIGHT'),
  related_locations: v.optional(v.pipe(v.array(relatedLocation), v.readonly())),
  severity: v.picklist(['critical', 'high', 'medium', 'low', 'info']),
  experimental: v.optional(v.literal(true)),
});

const refutedComment = v.strictObject({ ...comment.entries, justification: v.string() });

/** Its lists may be long, so their elements are checked one by one. */
const review = v.strictObject({
  ...v.entriesFromList(['id', 'created_at', 'repository'], v.string()),
  ...v.entriesFromList(['commit_sha', 'base_sha', 'completed_at', 'reason', 'stage'], v.optional(v.string())),
  ...v.entriesFromList(['notes', 'gaps', 'gap_notes'], v.optional(texts)),
  ...v.entriesFromList(['reviewed_lines', 'issues_found', 'suggestions'], v.optional(count)),
  status: v.picklist(['pending', 'running', 'completed', 'failed', 'cancelled']),
  progress: v.optional(v.number()),
  pr: count,
  comments: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(mostComments))),
  ...v.entriesFromList(['refuted', 'not_reviewed', 'suppressed'], v.optional(v.array(v.unknown()))),
});

/** A review of the embedded service. */
interface EmbeddedReview {
  readonly review: JsonObject;
  readonly decoded: DecodedComments;
  readonly refuted: readonly RefutedReviewComment[] | undefined;
  readonly gapNotes: readonly string[] | undefined;
}

/**
 * Decodes an answer that is a review exactly as the embedded service sends it (docs/api.md), one comment a step. With no
 * other member, nothing in it has to be looked for; any other shape is read by its names.
 */
export function* embeddedReview(answer: unknown): Generator<void, EmbeddedReview | undefined> {
  if (!v.is(review, answer)) return undefined;
  const comments: ReviewComment[] = [];
  for (const each of answer.comments ?? []) {
    if (!v.is(comment, each)) return undefined;
    yield;
    comments.push(decodeEmbedded(each));
    yield;
  }
  const refuted: RefutedReviewComment[] = [];
  for (const each of answer.refuted ?? []) {
    if (!v.is(refutedComment, each)) return undefined;
    refuted.push({ comment: decodeEmbedded(each), justification: plainLine(each.justification) });
    yield;
  }
  const none = new Set();
  const decoded = { comments: answer.comments && comments, undecoded: [], cut: 0, read: none, wordless: none };
  return { review: answer, decoded, refuted: answer.refuted && refuted, gapNotes: answer.gap_notes };
}

/**
 * Decodes a comment of the embedded service: its body is text whatever it holds, its edit what stands in `suggested_code`.
 * @param pathOf the rule for its paths; by default they are those that an editor may open
 */
export function decodeEmbedded(raw: v.InferOutput<typeof comment>, pathOf: PathRule = safePath): ReviewComment {
  const { suggested_code: code, existing_code: old } = raw;
  const memberPlaces = (raw.member_locations ?? []).flatMap((each): CommentPlace[] => {
    const path = pathOf(each.path);
    const range = rangeOf(each.start_line, each.end_line, each.start_column, each.end_column);
    return path === undefined || range === undefined ? [] : [{ path, range }];
  });
  const related = decodeRelatedLocations(raw.related_locations, pathOf);
  const written: ReviewComment = {
    id: raw.fingerprint,
    members: raw.member_fingerprints ?? [raw.fingerprint],
    ...(memberPlaces.length > 0 && { memberPlaces }),
    path: raw.path,
    range: rangeOf(raw.start_line, raw.end_line, raw.start_column, raw.end_column),
    side: 'right',
    severity: raw.severity,
    severityWord: raw.severity,
    title: raw.title,
    body: raw.body.trim().slice(0, longestBody),
    suggestion:
      code === undefined
        ? undefined
        : { text: withoutFinalBreak(code), ...(old !== undefined && { oldText: withoutFinalBreak(old) }) },
    quotedCode: asText(old),
    rule: raw.rule_id,
    category: raw.category,
    url: asHttpsUrl(raw.help_uri),
    ...(related !== undefined && { related }),
    ...(raw.experimental && { experimental: true }),
    outdated: false,
    resolved: false,
    raw,
  };
  return presentable(written, raw.rule_id, pathOf);
}
