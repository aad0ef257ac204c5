import type { GitReader } from '../../../git/run/git.ts';
import type { Reviewer, ReviewerFinding } from '../../engine/reviewer.ts';
import { askInTime } from './askInTime.ts';
import { refined, type Repository } from './refined.ts';

/** Whether something in the repository at a commit makes right what findings call wrong. */
type Asks = (git: GitReader, root: string, commit: string, signal: AbortSignal) => Promise<boolean>;

/**
 * A reviewer without some of its findings where the repository at the merge base has what makes that right. Where git cannot
 * tell, nothing is said of them.
 */
export function withoutWhere(
  reviewer: Reviewer,
  { git, job }: Repository,
  isMeant: (finding: ReviewerFinding) => boolean,
  isRight: Asks,
): Reviewer {
  return refined(reviewer, async (outcome, { mergeBase }, signal) => {
    const meant = outcome.findings.filter(isMeant);
    if (meant.length === 0) return undefined;
    const answers: boolean[] = [];
    await askInTime(signal, async bounded => {
      answers.push(await isRight(git, job.root, mergeBase, bounded));
    });
    return {
      findings: answers.includes(false) ? outcome.findings : outcome.findings.filter(each => !meant.includes(each)),
      depending: meant.map(({ file }) => file.path),
    };
  });
}
