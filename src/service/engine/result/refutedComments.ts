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

/** What was refuted, by tool: "3 findings of semgrep were refuted by the language model". */
export function refutedCounts({ refuted = [] }: Pick<CompletedResult, 'refuted'>): string[] {
  return [...Map.groupBy(refuted, ({ reviewer }) => reviewer)].map(([reviewer, { length }]) => {
    const verb = length === 1 ? 'was' : 'were';
    return `${pluralize(length, 'finding')} of ${reviewer.replace(/^tool:/, '')} ${verb} refuted by the language model`;
  });
}

/** Sentences that count and list the refuted comments, each with the reason. */
export function refutedNotes(result: Pick<CompletedResult, 'refuted'>): string[] {
  const { refuted = [] } = result;
  const listed = refuted.slice(0, mostListed).map(({ path, start_line: line, rule_id: rule, title, justification }) => {
    return `Refuted: ${path}:${line} ${title.replace(/\.$/, '')} (${rule}). The language model says: ${justification}`;
  });
  const more = refuted.length - listed.length;
  return [
    ...refutedCounts(result).map(count => `${count} and ${count.includes(' was ') ? 'is' : 'are'} not shown.`),
    ...listed,
    ...(more > 0 ? [`${more} more are in the review as JSON.`] : []),
  ];
}
