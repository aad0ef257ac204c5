import type { CompletedResult } from '../messages.ts';
import type { RefutedComment } from '../engineComment.ts';
import { buildComments } from './buildComments.ts';
import type { AttributedFinding } from './locatedFinding.ts';
import { pluralize } from './pluralize.ts';

/** Most refuted comments that the notes list one by one. */
const mostListed = 30;

/** The findings that a language model refuted, each as the comment that it would have been, without a suggestion. */
export function refutedComments(findings: readonly AttributedFinding[]): RefutedComment[] {
  return findings.flatMap(({ refuted, ...finding }) => {
    if (refuted === undefined) return [];
    return buildComments([{ ...finding, fix: undefined }]).map(comment => ({ ...comment, justification: refuted }));
  });
}

type Refuted = Pick<CompletedResult, 'refuted'>;

/** What was refuted, by tool: "3 findings of semgrep were refuted by the language model". */
export function refutedCounts({ refuted = [] }: Refuted): string[] {
  return countsOf(refuted).map(([count]) => count);
}

/** The same, each with the verb that fits its number. */
function countsOf(refuted: readonly RefutedComment[]): (readonly [count: string, verb: string])[] {
  return [...Map.groupBy(refuted, ({ reviewer }) => reviewer)].map(([reviewer, { length }]) => {
    const [was, is] = length === 1 ? ['was', 'is'] : ['were', 'are'];
    const tool = reviewer.replace(/^tool:/, '');
    return [`${pluralize(length, 'finding')} of ${tool} ${was} refuted by the language model`, is];
  });
}

/** Sentences that count and list the refuted comments, each with the reason. */
export function refutedNotes({ refuted = [] }: Refuted): string[] {
  const listed = refuted.slice(0, mostListed).map(({ path, start_line: line, rule_id: rule, title, justification }) => {
    return `Refuted: ${path}:${line} ${title.replace(/\.$/, '')} (${rule}). The language model says: ${justification}`;
  });
  const more = refuted.length - listed.length;
  return [
    ...countsOf(refuted).map(([count, verb]) => `${count} and ${verb} not shown.`),
    ...listed,
    ...(more > 0 ? [`${more} more are in the review as JSON.`] : []),
  ];
}
