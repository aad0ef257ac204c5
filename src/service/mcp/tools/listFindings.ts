import * as z from 'zod';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { pathOf } from '../../../core/review/finding.ts';
import { matchesFilter, parseFilter } from '../../../core/review/findingFilter.ts';
import type { DiskFinding } from '../../../reviews/onDisk/diskFindings.ts';
import { answer, notice } from '../answers.ts';
import { findingRow, rowOf } from '../findingRow.ts';
import { defineTool, folder } from './tool.ts';

// Characters of the rows of one page, so that a page fits into any context.
const mostCharacters = 30_000;

/** The tool `list_findings`. */
export const listFindings = defineTool({
  name: 'list_findings',
  title: 'List findings',
  description:
    'Lists the open findings of the current reviews of a repository, the worst first, a page at a time. A filter is words and parts such as severity:high,critical rule:eslint/* path:src/** state:new; with state:done or state:dismissed it lists closed ones.',
  input: z.object({
    filter: z.string().max(1_000).default('').describe('As the filter of the Findings view takes it'),
    limit: z.number().int().min(1).max(200).default(50).describe('Most findings of the page'),
    cursor: z.string().max(200).optional().describe('nextCursor of the page before'),
    folder,
  }),
  output: z.object({
    notice: z.literal(notice),
    findings: z.array(findingRow),
    total: z.number().int().describe('Findings that match on all pages'),
    nextCursor: z.string().optional().describe('Absent on the last page'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async ({ filter, limit, cursor, folder: named }, { workspace, signal }) => {
    const parsed = parseFilter(filter);
    if ('problem' in parsed) throw new CodeReviewError('input', parsed.problem);
    const isOfState = parsed.parts.some(({ name }) => name === 'state');
    const isListed = ({ finding, decision, novelty, isOpen }: DiskFinding): boolean => {
      const { comment, state } = finding;
      const filterable = { ...comment, path: pathOf(finding), state, decision: decision.state, novelty };
      return (isOpen || isOfState) && matchesFilter(parsed, filterable);
    };
    const { byId } = await (await workspace.findings(named)).read(signal);
    const all = [...byId.values()];
    const from = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
    if (cursor !== undefined && from === 0)
      throw new CodeReviewError('input', 'There is no such page any more.', 'List the findings without a cursor.');
    const rest = all.slice(from).filter(isListed);
    const findings = page(rest, limit);
    const last = rest[findings.length - 1];
    const total = from === 0 ? rest.length : all.filter(isListed).length;
    return answer({
      notice,
      findings,
      total,
      ...(last !== undefined && findings.length < rest.length && { nextCursor: last.id }),
    });
  },
});

function page(findings: readonly DiskFinding[], limit: number): z.infer<typeof findingRow>[] {
  const rows: z.infer<typeof findingRow>[] = [];
  let characters = 0;
  for (const finding of findings.slice(0, limit)) {
    const row = rowOf(finding);
    characters += JSON.stringify(row).length;
    if (characters > mostCharacters && rows.length > 0) break;
    rows.push(row);
  }
  return rows;
}
