import * as v from 'valibot';
import { commentSeverities } from '../../../engine/engineComment.ts';
import { mostListed } from '../../../engine/notReviewed.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const position = v.pipe(v.number(), v.integer(), v.minValue(1));
const time = v.pipe(v.string(), v.isoTimestamp(), v.description('ISO 8601, in UTC and whole seconds'));
const told = (text: string) => v.pipe(v.string(), v.description(text));

const repository = v.object({
  id: v.string(),
  name: v.string(),
  full_name: told('<owner>/<name>'),
  provider: told('github, gitlab, bitbucket, azure, gitea or git'),
  private: v.boolean(),
  web_url: v.optional(v.string()),
});

/** The answer of `GET /v1/repositories`. */
export const repositories = v.object({ data: v.array(repository) });

const relatedLocation = v.object({
  path: v.string(),
  start_line: position,
  start_column: position,
  end_column: position,
  message: v.string(),
});

/** Where a comment is, or a finding that it tells. */
const place = v.object({
  path: v.string(),
  start_line: position,
  end_line: v.pipe(position, v.description('Included')),
  start_column: v.optional(v.pipe(position, v.description('In UTF-16 code units; absent for whole lines'))),
  end_column: v.optional(v.pipe(position, v.description('Excluded'))),
});

/** A comment of a review. */
export const comment = v.object({
  fingerprint: told('The same in later reviews of the same code'),
  member_fingerprints: v.optional(v.array(told('That of a finding that it tells together with others'))),
  member_locations: v.optional(
    v.pipe(v.array(place), v.description('Where the findings are that it tells and that are not within its lines')),
  ),
  reviewer: v.string(),
  ...place.entries,
  side: v.literal('RIGHT'),
  severity: v.picklist(commentSeverities),
  category: v.picklist(['bug', 'security', 'maintainability']),
  rule_id: v.string(),
  help_uri: v.optional(v.string()),
  experimental: v.optional(
    v.pipe(v.literal(true), v.description('People have judged few findings of its rule, or called many of them wrong')),
  ),
  title: v.string(),
  body: told('Markdown without HTML'),
  existing_code: v.string(),
  suggested_code: v.optional(told('Replaces the whole lines; empty deletes them')),
  related_locations: v.optional(v.pipe(v.array(relatedLocation), v.maxLength(50))),
  justification: v.optional(told('Of a refuted comment: why it is none')),
});

const notReviewed = v.object({
  path: v.string(),
  reason: v.string(),
  reviewers: v.optional(v.pipe(v.array(v.string()), v.description('Those that left it out; absent if all did'))),
});

const suppressed = v.object({
  path: v.string(),
  line: position,
  rule: v.string(),
  by: v.picklist(['base', 'change', 'tool']),
});

/** The answer of `POST /v1/reviews` and `GET /v1/reviews/:id`. */
export const review = v.object({
  id: v.pipe(v.string(), v.regex(/^rev_[0-9a-f]{24}$/)),
  status: v.picklist(['pending', 'running', 'completed', 'failed', 'cancelled']),
  created_at: time,
  repository: v.string(),
  pr: position,
  commit_sha: v.optional(told('The reviewed commit, once it is known')),
  base_sha: v.optional(told('The commit that it is compared with, once it is known')),
  stage: v.optional(told('What a running review does')),
  progress: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  completed_at: v.optional(time),
  reason: v.optional(told('Why it failed, was cancelled or read nothing')),
  notes: v.optional(v.array(v.string())),
  gaps: v.optional(
    v.pipe(v.array(v.string()), v.description('What it should have done and has not; empty if complete')),
  ),
  gap_notes: v.optional(v.pipe(v.array(v.string()), v.description('The notes that say why it has gaps'))),
  not_reviewed: v.optional(v.pipe(v.array(notReviewed), v.maxLength(mostListed))),
  suppressed: v.optional(v.pipe(v.array(suppressed), v.maxLength(mostListed))),
  reviewed_lines: v.optional(count),
  issues_found: v.optional(count),
  suggestions: v.optional(count),
  comments: v.optional(v.array(comment)),
  refuted: v.optional(v.array(comment)),
});

/** An error as problem+json (RFC 9457). */
export const problem = v.object({
  type: v.string(),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  detail: told('A sentence for the user'),
});
