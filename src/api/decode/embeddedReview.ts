import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
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
  related_locations: v.optional(v.array(relatedLocation)),
  severity: v.picklist(['critical', 'high', 'medium', 'low', 'info']),
});

const refuted = v.strictObject({ ...comment.entries, justification: v.string() });

/** Its lists may be long, so their elements are checked one by one. */
const review = v.strictObject({
  ...v.entriesFromList(['id', 'created_at', 'repository', 'commit_sha', 'base_sha'], v.string()),
  ...v.entriesFromList(['completed_at', 'reason'], v.optional(v.string())),
  ...v.entriesFromList(['notes', 'gaps'], v.optional(texts)),
  ...v.entriesFromList(['reviewed_lines', 'issues_found', 'suggestions'], v.optional(count)),
  status: v.picklist(['pending', 'completed', 'failed']),
  pr: count,
  comments: v.optional(v.array(v.unknown())),
  refuted: v.optional(v.array(v.unknown())),
});

type EmbeddedReview = v.InferOutput<typeof review> & { readonly refuted?: v.InferOutput<typeof refuted>[] | undefined };

/**
 * Returns an answer that is a review exactly as the embedded service sends it (docs/api.md), one element of a list a
 * step. With no other member, nothing in it has to be looked for; any other shape is read by its names.
 */
export function* embeddedReview(answer: unknown): Generator<void, EmbeddedReview | undefined> {
  if (!v.is(review, answer)) return undefined;
  for (const each of answer.comments ?? []) {
    if (!v.is(comment, each)) return undefined;
    yield;
  }
  for (const each of answer.refuted ?? []) {
    if (!v.is(refuted, each)) return undefined;
    yield;
  }
  return answer as EmbeddedReview;
}
