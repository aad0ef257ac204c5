import * as vscode from 'vscode';
import type { PullRequestCandidate } from '../../core/review/pullRequest.ts';
import { plainLabel } from '../../core/base/text.ts';
import { unpushedSentence } from '../../reviews/summary/reviewSummary.ts';
import { plainMarkdown } from '../../core/render/plainMarkdown.ts';
import { sentences, t } from '../../core/base/l10n.ts';

/** What the user is shown before a branch is reviewed for the first time. */
interface ReviewToConfirm {
  /** `owner/name` */
  readonly repository: string;
  readonly candidate: PullRequestCandidate;
  /** Commits of the branch that the pull request does not have. */
  readonly unpushed: number | undefined;
  /** Where it is asked for, such as "review.example.com". */
  readonly label: string;
  /** What is left of the hour's requests, as a sentence. */
  readonly budget: string;
}

/** Shows what would be reviewed; one key goes on. @returns `other` when another pull request is wanted, undefined when dismissed */
export async function confirmReview({
  repository,
  candidate,
  unpushed,
  label,
  budget,
}: ReviewToConfirm): Promise<'review' | 'other' | undefined> {
  const title = candidate.title === undefined ? '' : ` ${plainMarkdown(candidate.title)}`;
  const name = `${repository} #${candidate.number}${title}`;
  const items = [
    {
      answer: 'review',
      label: `$(git-pull-request) ${t('Review {name}', { name: plainLabel(name, 120) })}`,
      description: plainLabel(candidate.explanation),
      detail: sentences(unpushedSentence(candidate.number, unpushed), budget),
    },
    { answer: 'other', label: `$(search) ${t('Another pull request…')}` },
  ] as const;
  const picked = await vscode.window.showQuickPick(items, {
    title: t('Code Review: First review of this branch by {label}', { label }),
    placeHolder: t('Enter starts it. The next ones start without this question.'),
    ignoreFocusOut: true,
  });
  return picked?.answer;
}
