import * as z from 'zod';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';
import type { Decision } from '../../../reviews/decisions/decisions.ts';
import type { DiskFinding } from '../../../reviews/onDisk/diskFindings.ts';
import { answer, notice } from '../answers.ts';
import { findingRow, rowOf } from '../findingRow.ts';
import { defineTool, findFinding, folder, id } from './tool.ts';

/** The tool `mark_finding`. */
export const markFinding = defineTool({
  name: 'mark_finding',
  title: 'Mark a finding',
  description:
    'Marks a finding as done after it was fixed, or dismisses it with a reason where it is wrong or will not be fixed; open takes either back. The user sees it in the editor at once. Never mark as done what was not fixed: where the code of the finding has not changed, done needs a reason that says where it was fixed.',
  input: z.object({
    id,
    as: z.enum(['done', 'dismissed', 'open']),
    reason: z.string().max(2_000).default('').describe('Why it is dismissed, or how it was fixed'),
    folder,
  }),
  output: findingRow.extend({ notice: z.literal(notice), left: z.number().int().describe('Findings still open') }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: async ({ id: named, as, reason, folder: at }, { workspace, now, signal }) => {
    const findings = await workspace.findings(at);
    const found = await findFinding(findings, named, signal);
    await findings.decide(found, decisionOf(found, as, plainLine(reason, 500), now()));
    const { byId, counts } = await findings.read(signal);
    return answer({ notice, ...rowOf(byId.get(named) ?? found), left: counts.open + counts.outdated });
  },
});

/** @throws CodeReviewError of kind `input` where a reason is missing */
function decisionOf({ state }: DiskFinding, as: Decision['state'], reason: string, at: number): Decision {
  switch (as) {
    case 'open':
      return { state: 'open' };
    case 'dismissed':
      if (reason === '')
        throw new CodeReviewError('input', 'A finding is dismissed with a reason.', 'Say why it needs no change.');
      return { state: 'dismissed', at, reason };
    case 'done':
      if (reason === '' && (state === 'current' || state === 'moved'))
        throw new CodeReviewError(
          'input',
          'The code of this finding has not changed since it was reviewed.',
          'Fix it first, dismiss it with a reason, or say in the reason where it was fixed.',
        );
      return { state: 'done', at, ...(reason !== '' && { reason }) };
  }
}
