import * as z from 'zod';
import { plainLine } from '../../../core/base/text.ts';
import { suggestedEdit } from '../../../core/review/suggestedEdit.ts';
import { readText } from '../../../reviews/onDisk/diskReview.ts';
import type { DiskFinding } from '../../../reviews/onDisk/diskFindings.ts';
import { answer, bounded, notice } from '../answers.ts';
import { findingRow, rowOf } from '../findingRow.ts';
import type { Workspace } from '../workspace.ts';
import { defineTool, findFinding, folder, id } from './tool.ts';

const longestText = 8_000;
const linesAround = 3;
const mostLines = 60;
const mostRelated = 20;

const place = z.object({ path: z.string(), line: z.number().int(), message: z.string() });

/** The tool `read_finding`. */
export const readFinding = defineTool({
  name: 'read_finding',
  title: 'Read a finding',
  description:
    'Reads one finding: its text, the code it is about as it is now, other places that it names, the suggested replacement and whether that still fits, and what was decided.',
  input: z.object({ id, folder }),
  output: findingRow.extend({
    notice: z.literal(notice),
    text: z.string().describe('Markdown'),
    endLine: z.number().int().optional(),
    reason: z.string().optional().describe('Why it was dismissed, or how it was fixed'),
    code: z.object({ startLine: z.number().int(), text: z.string() }).optional(),
    related: z.array(place),
    suggestion: z
      .object({ text: z.string().describe('Empty: the lines are deleted'), problem: z.string().optional() })
      .optional(),
    url: z.string().optional(),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ id: named, folder: at }, { workspace, signal }) => {
    const found = await findFinding(await workspace.findings(at), named, signal);
    const { comment, range } = found.finding;
    const { decision } = found;
    const live = await linesIn(found, workspace);
    const { suggestion, url, related = [] } = comment;
    return answer({
      notice,
      ...rowOf(found),
      text: bounded(comment.body, longestText),
      ...(range !== undefined && { endLine: range.endLine + 1 }),
      ...('reason' in decision && { reason: plainLine(decision.reason, 500) }),
      ...(live !== undefined && range !== undefined && { code: codeAround(live, range) }),
      related: related.slice(0, mostRelated).map(each => {
        return {
          path: plainLine(each.path, 500),
          line: each.range.startLine,
          message: plainLine(each.message, 500),
        };
      }),
      ...(suggestion !== undefined && {
        suggestion: { text: bounded(suggestion.text, longestText), ...problemOf(found, live) },
      }),
      ...(url !== undefined && { url }),
    });
  },
});

/** The lines of a finding's file as it is now; `undefined` where it has none, or that is outside of the roots. */
async function linesIn({ file }: DiskFinding, workspace: Workspace): Promise<readonly string[] | undefined> {
  const text = file !== undefined && (await workspace.holds(file)) ? await readText(file) : undefined;
  return text?.split(/\r\n|\n|\r/);
}

function codeAround(
  lines: readonly string[],
  range: { readonly startLine: number; readonly endLine: number },
): { startLine: number; text: string } {
  const from = Math.max(0, range.startLine - linesAround);
  const to = Math.min(range.endLine + linesAround + 1, from + mostLines);
  return { startLine: from + 1, text: bounded(lines.slice(from, to).join('\n'), longestText) };
}

function problemOf({ finding, file, review }: DiskFinding, live: readonly string[] | undefined): { problem?: string } {
  if (file === undefined || live === undefined) return { problem: 'The file is not here.' };
  const edit = suggestedEdit(finding, live, review.reviewedLines(file));
  return 'problem' in edit ? { problem: edit.problem } : {};
}
