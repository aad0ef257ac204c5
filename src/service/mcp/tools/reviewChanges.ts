import * as z from 'zod';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';
import type { DiskFindings } from '../../../reviews/onDisk/diskFindings.ts';
import { followRenames, type FollowParts } from '../../../reviews/renames/followRenames.ts';
import { placesOf } from '../../../reviews/store/places.ts';
import { triggeredAfter, type ReviewRecord, type SettledRecord } from '../../../reviews/store/reviewRecord.ts';
import { answer, notice } from '../answers.ts';
import { findingRow, rowOf } from '../findingRow.ts';
import { recordOf } from '../reviewRecords.ts';
import { defineTool, folder, type ToolParts } from './tool.ts';

const mostRows = 20;
const mostNotes = 20;

/** The tool `review_changes`. */
export const reviewChanges = defineTool({
  name: 'review_changes',
  title: 'Review changes',
  description:
    'Reviews the changes of a branch, or what is not committed, and keeps the review for the user to see. Takes seconds, or minutes with a language model. Changes no file and no commit.',
  input: z.object({
    scope: z
      .enum(['branch', 'uncommitted', 'staged'])
      .default('uncommitted')
      .describe('branch: its commits; uncommitted: the working tree with new files; staged: the index'),
    base: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('With branch: the commit or branch to compare with (default: the default branch)'),
    folder,
  }),
  output: z.object({
    notice: z.literal(notice),
    summary: z.string(),
    notes: z.array(z.string()),
    gaps: z.array(z.string()).describe('What was not reviewed; where there is any, the review is no all-clear'),
    open: z.number().int().describe('Open findings of all current reviews'),
    findings: z.array(findingRow).describe('The worst of them; list_findings has all'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  run: async ({ scope, base, folder: named }, parts) => {
    const { workspace, data, review, now, signal, progress } = parts;
    if (base !== undefined && scope !== 'branch')
      throw new CodeReviewError('input', 'A base goes with the scope branch only.', 'Leave it out.');
    const triggeredAt = now();
    const request = { folder: await workspace.folder(named), scope, base, signal, onProgress: progress };
    const reviewed = await review(request);
    if (reviewed.isReviewed) {
      const places = placesOf(reviewed.root).map(place => data.reviews.load(place));
      const earlier = (await Promise.all(places)).flat();
      const times = { triggeredAt: triggeredAfter(earlier, triggeredAt), settledAt: now() };
      const record = recordOf(reviewed, scope, earlier, times);
      await data.reviews.save(await withRenames(record, earlier, await workspace.findings(named), parts));
    }
    const { byId, counts } = await (await workspace.findings(named)).read(signal);
    const open = [...byId.values()].filter(({ isOpen }) => isOpen);
    return answer({
      notice,
      summary: plainLine(reviewed.summary, 500),
      notes: reviewed.notes.slice(0, mostNotes).map(note => plainLine(note, 500)),
      gaps: reviewed.gaps.slice(0, mostNotes).map(gap => plainLine(gap, 200)),
      open: counts.open + counts.outdated,
      findings: open.slice(0, mostRows).map(rowOf),
    });
  },
});

/** A review that knows what was renamed since the one before, with the decisions from there. */
async function withRenames(
  record: SettledRecord,
  earlier: readonly ReviewRecord[],
  findings: DiskFindings,
  { git, signal, onError }: ToolParts,
): Promise<SettledRecord> {
  const carry: FollowParts['carry'] = (...about) => findings.carry(...about, signal);
  const renamed = await followRenames({ git, carry, onError }, record, earlier, signal);
  return renamed === undefined ? record : { ...record, renamed };
}
