import type { CrossFileFinding } from './check.ts';

/** What one side of a change has that makes a finding unsure: what the change does if only its head has it. */
type Question<Side> = (side: Side) => string | undefined;

/**
 * Weighs what makes a finding unsure, by asking for it at the merge base and at the head: none if the base had it already,
 * since nothing was sure there; the finding as a doubt if the change brings it, so that no change takes anything out of its
 * own review in silence; otherwise the finding.
 */
export function weighed<Finding extends object, Side>(
  finding: Finding,
  { base, head }: { readonly base: Side; readonly head: Side },
  question: Question<Side>,
): (Finding & Pick<CrossFileFinding, 'doubt'>)[] {
  const doubt = question(head);
  if (doubt === undefined) return [finding];
  return question(base) === undefined ? [{ ...finding, doubt }] : [];
}
