import { plainLine, truncate } from '../../../../core/base/text.ts';
import { sanitizeMarkdown } from '../../../../core/render/sanitizeMarkdown.ts';
import type { ReviewerFinding } from '../../../engine/reviewer.ts';
import { categories } from './candidate.ts';
import type { CheckedFix } from './checkFix.ts';
import type { PlacedCandidate } from './placeCandidate.ts';
import { escapeLine } from '../code/promptFile.ts';

const longestTitle = 140;
const longestBody = 1_200;
const longestTrigger = 400;
const longestQuote = 200;

/** Converts a confirmed candidate to a finding. */
export function modelFinding(
  { candidate, shown, category, severity, startLine, removedLine }: PlacedCandidate,
  fix: CheckedFix | undefined,
): ReviewerFinding {
  const { file } = shown;
  const first = fix?.startLine ?? startLine;
  const endLine = fix?.endLine ?? startLine;
  const endColumn = (file.lines[endLine - 1] ?? '').length + 1;
  const body = markdown(candidate.body, longestBody);
  const trigger = markdown(plainLine(candidate.trigger, longestTrigger), longestTrigger);
  return {
    file,
    range: { startLine: first, startColumn: 1, endLine, endColumn },
    rule: `model/${category}`,
    severity,
    category: categories[category],
    title: plainLine(candidate.title, longestTitle),
    body: [body, `**When it happens:** ${trigger}`, ...goneFrom(removedLine)].join('\n\n'),
    ...(fix === undefined ? {} : { fix: [fix.edit] }),
    // The line itself may be as it was: what is gone stood before it.
    ...(removedLine !== undefined && { isConsequence: true as const }),
  };
}

/** Shows the line that is gone, which the file does not hold any more. */
function goneFrom(removedLine: string | undefined): string[] {
  if (removedLine === undefined) return [];
  const code = plainLine(removedLine, longestQuote).replaceAll('`', "'");
  return [`**Removed before this line:** \`${code}\``];
}

/** Untrusted Markdown without HTML, images and links; a model has nothing to link to. */
function markdown(text: string, longest: number): string {
  const clean = truncate(text, longest)
    .split(/\r\n|\n|\r/)
    .map(escapeLine)
    .join('\n')
    .replaceAll('](', '] (');
  return sanitizeMarkdown(clean.trim());
}
