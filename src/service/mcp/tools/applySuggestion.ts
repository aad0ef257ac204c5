import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';
import { pathOf } from '../../../core/review/finding.ts';
import { editedText, suggestedEdit, type LineEdit } from '../../../core/review/suggestedEdit.ts';
import { retryWhileHeld } from '../../../files/retryWhileHeld.ts';
import type { DiskFinding } from '../../../reviews/onDisk/diskFindings.ts';
import { readText } from '../../../reviews/onDisk/diskReview.ts';
import { answer, notice } from '../answers.ts';
import { findingRow, rowOf } from '../findingRow.ts';
import type { Workspace } from '../workspace.ts';
import { defineTool, findFinding, folder, id } from './tool.ts';

const byteOrderMark = '\ufeff';

/** The tool `apply_suggestion`. */
export const applySuggestion = defineTool({
  name: 'apply_suggestion',
  title: 'Apply a suggestion',
  description:
    'Replaces the code of a finding in its file with the suggestion that came with it, and marks the finding as done. The code is compared with what was reviewed: a suggestion that no longer fits changes nothing and says so.',
  input: z.object({ id, folder }),
  output: findingRow.extend({
    notice: z.literal(notice),
    startLine: z.number().int().describe('First new line, from 1'),
    lines: z.number().int().describe('Number of new lines'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: ({ id: named, folder: at }, { workspace, data, now, signal }) =>
    // Another agent may change the same file.
    data.alone(async () => {
      const findings = await workspace.findings(at);
      const found = await findFinding(findings, named, signal);
      const edit = await apply(found, workspace, signal);
      await findings.decide(found, { state: 'done', at: now() });
      const { byId } = await findings.read(signal);
      const { startLine, lines } = edit;
      return answer({ notice, ...rowOf(byId.get(named) ?? found), startLine: startLine + 1, lines: lines.length });
    }),
});

/** @throws CodeReviewError of kind `input` where the suggestion does not fit, or its file may not be changed */
async function apply(
  { file, finding, review }: DiskFinding,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<LineEdit> {
  if (file === undefined)
    throw new CodeReviewError('input', 'The file of this finding is not here.', 'Check out what was reviewed.');
  if (!(await workspace.holds(file)))
    throw new CodeReviewError(
      'input',
      `${plainLine(pathOf(finding) ?? '', 200)} is outside of the folders that may be changed.`,
    );
  const text = await readText(file);
  if (text === undefined) throw new CodeReviewError('input', 'The file of this finding is no UTF-8 text.');
  const found = suggestedEdit(finding, text.split(/\r\n|\n|\r/), review.reviewedLines(file));
  if ('problem' in found) throw new CodeReviewError('input', found.problem, 'Look at it and change it by hand.');
  const mark = (await readFile(file, 'utf8')).startsWith(byteOrderMark) ? byteOrderMark : '';
  signal.throwIfAborted();
  // In place, so that mode, owner and links of the file stay.
  await retryWhileHeld(() => writeFile(file, mark + editedText(text, found.edit)));
  return found.edit;
}
