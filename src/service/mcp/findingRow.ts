import * as z from 'zod';
import { plainLine } from '../../core/base/text.ts';
import { subjectTitle } from '../../reviews/store/reviewRecord.ts';
import { pathOf } from '../../core/review/finding.ts';
import type { DiskFinding } from '../../reviews/onDisk/diskFindings.ts';

/** A finding in a list. */
export const findingRow = z.object({
  id: z.string().describe('Names the finding for the other tools; the same in the next review'),
  path: z.string().optional().describe('Relative to the top folder of the repository; absent for the whole change'),
  line: z.number().int().optional().describe('Its first line in the file as it is now, from 1'),
  severity: z.string(),
  rule: z.string().optional(),
  experimental: z.literal(true).optional().describe('What made it has not proved itself yet'),
  title: z.string(),
  state: z
    .enum(['current', 'changed', 'moved', 'outdated', 'unplaced'])
    .describe('current and moved: the code is as it was reviewed; changed or outdated: it was edited or removed'),
  decision: z.enum(['open', 'done', 'dismissed']),
  novelty: z.enum(['new', 'still']).optional().describe('Whether the review before had it too'),
  hasSuggestion: z.boolean(),
  review: z.string().describe('What was reviewed'),
});

/** Returns the row of a finding, with bounded texts. */
export function rowOf({ id, finding, decision, novelty, review }: DiskFinding): z.infer<typeof findingRow> {
  const { comment, range, state } = finding;
  const path = pathOf(finding);
  return {
    id,
    ...(path !== undefined && { path: plainLine(path, 500) }),
    ...(range !== undefined && { line: range.startLine + 1 }),
    severity: comment.severity,
    ...(comment.rule !== undefined && { rule: plainLine(comment.rule, 100) }),
    ...(comment.experimental && { experimental: comment.experimental }),
    title: plainLine(comment.title, 200),
    state,
    decision: decision.state,
    ...(novelty !== undefined && { novelty }),
    hasSuggestion: comment.suggestion !== undefined,
    review: plainLine(subjectTitle(review.record.subject), 200),
  };
}
