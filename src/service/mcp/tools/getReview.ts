import * as z from 'zod';
import { plainLine } from '../../../core/base/text.ts';
import { summarise } from '../../../reviews/summary/reviewSummary.ts';
import { commitOf, subjectTitle } from '../../../reviews/store/reviewRecord.ts';
import { answer, notice } from '../answers.ts';
import { defineTool, folder } from './tool.ts';

const mostReviews = 20;
const mostGaps = 20;

const counts = z.object({
  open: z.number().int(),
  new: z.number().int().optional(),
  outdated: z.number().int().describe('Open findings whose code was removed'),
  closed: z.number().int(),
});

/** The tool `get_review`. */
export const getReview = defineTool({
  name: 'get_review',
  title: 'Get the review',
  description:
    'Tells how the current reviews of a repository stand, made here, in the editor or by a service: what was reviewed, what is missing, how many findings are open. Only the verdict clear means that everything that is checked out was reviewed and nothing is left.',
  input: z.object({ folder }),
  output: z.object({
    notice: z.literal(notice),
    repository: z.string(),
    branch: z.string().optional(),
    verdict: z
      .enum(['pending', 'failed', 'notRun', 'incomplete', 'open', 'behind', 'none', 'clear'])
      .describe(
        'behind: what is checked out was not reviewed, or work has changed since; none: the branch was not reviewed',
      ),
    findings: counts,
    reviews: z.array(
      z.object({
        about: z.string(),
        service: z.string(),
        state: z.string(),
        summary: z.string(),
        gaps: z.array(z.string()).describe('What was not reviewed'),
        commit: z.string().optional(),
        unreadCommits: z.number().int().optional(),
        aheadCommits: z.number().int().optional().describe('Commits that were reviewed and are not checked out'),
        changedSince: z.boolean().optional().describe('Whether uncommitted work is another than the reviewed one'),
        triggeredAt: z.string(),
        findings: counts,
      }),
    ),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ folder: named }, { workspace, signal }) => {
    const overview = await (await workspace.findings(named)).read(signal);
    const { repository, copy, verdict, reviews } = overview;
    return answer({
      notice,
      repository: plainLine(repository, 200),
      ...(copy.branch !== undefined && { branch: plainLine(copy.branch, 200) }),
      verdict: verdict.kind,
      findings: countsOf(overview.counts),
      reviews: reviews.slice(0, mostReviews).flatMap(({ review, counts: ofReview }) => {
        const record = review.pending ?? review.shown;
        if (record === undefined) return [];
        const { unread, ahead, isChanged } = review;
        const commit = commitOf(record);
        const gaps = 'review' in record ? (record.review.gaps ?? []) : [];
        return {
          about: plainLine(subjectTitle(record.subject), 200),
          service: record.subject.service,
          state: record.state,
          summary: plainLine(summarise(record), 1_000),
          gaps: gaps.slice(0, mostGaps).map(gap => plainLine(gap, 200)),
          ...(commit !== undefined && { commit }),
          ...(unread !== undefined && { unreadCommits: unread }),
          ...(ahead !== undefined && { aheadCommits: ahead }),
          ...(isChanged !== undefined && { changedSince: isChanged }),
          triggeredAt: new Date(record.triggeredAt).toISOString(),
          findings: countsOf(ofReview),
        };
      }),
    });
  },
});

/** Absent numbers are left out. */
function countsOf({
  open,
  new: added,
  outdated,
  closed,
}: Readonly<Record<'open' | 'outdated' | 'closed', number>> & { readonly new: number | undefined }): z.infer<
  typeof counts
> {
  return { open, ...(added !== undefined && { new: added }), outdated, closed };
}
