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

/**
 * A review exactly as the embedded service sends it (docs/api.md). With no other member, nothing in it has to be looked
 * for; any other shape is read by its names.
 */
export const embeddedReview = v.strictObject({
  ...v.entriesFromList(['id', 'created_at', 'repository', 'commit_sha', 'base_sha'], v.string()),
  ...v.entriesFromList(['completed_at', 'reason'], v.optional(v.string())),
  ...v.entriesFromList(['notes', 'gaps'], v.optional(texts)),
  ...v.entriesFromList(['reviewed_lines', 'issues_found', 'suggestions'], v.optional(count)),
  status: v.picklist(['pending', 'completed', 'failed']),
  pr: count,
  comments: v.optional(v.array(comment)),
  refuted: v.optional(v.array(v.strictObject({ ...comment.entries, justification: v.string() }))),
});
