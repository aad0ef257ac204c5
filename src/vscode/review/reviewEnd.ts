import * as vscode from 'vscode';
import { plainMessage } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import type { RepositoryReviews } from '../../reviews/current/repositoryReviews.ts';
import type { ReviewOverview } from '../../reviews/current/overview.ts';
import type { SettledRecord } from '../../reviews/store/reviewRecord.ts';
import { otherCommitSentence, remainingSentence, summarise } from '../../reviews/summary/reviewSummary.ts';
import type { ModelChoice } from '../connection/modelChoice.ts';
import type { WorkItem } from '../findings/workItem.ts';
import { notify, type NotificationAction } from '../platform/notify.ts';

/** The tree of reviews and findings. */
export interface ReviewRows {
  /**
   * Shows that a review has ended, where the tree is in sight. Returns whether it does.
   * @param isAsked whether the user has asked for its row, and leaves what was read
   */
  reveal(record: SettledRecord, isAsked: boolean): Promise<boolean>;
}

interface EndedReview {
  readonly record: SettledRecord;
  /** The row of its series; undefined if it is in none. Another review of the series may be shown there. */
  readonly row: ReviewOverview<WorkItem> | undefined;
  /** Its working copy; undefined if that is not open, or no longer. */
  readonly open: RepositoryReviews['open'];
  /** What can be done about commits that its pull request does not have. */
  readonly unpushed: readonly NotificationAction[];
  /** Models that could review as well next time. */
  readonly models: readonly ModelChoice[];
  readonly tree: ReviewRows;
}

/** Tells the user how a review has ended. */
export function notifyEnd({ record, row, open, unpushed, models, tree }: EndedReview): void {
  const { review } = record;
  const report: NotificationAction = {
    title: t('Show Report'),
    command: 'codeReview.showReport',
    arguments: [{ record }],
  };
  const output: NotificationAction = { title: t('Show Output'), command: 'codeReview.showOutput' };
  const hasComments = (review.comments?.length ?? 0) + review.undecoded.length > 0;
  const isHere = record.subject.root !== undefined;
  const showFindings = async (): Promise<void> => {
    await vscode.commands.executeCommand('codeReview.findings.focus');
    await tree.reveal(record, true);
  };
  const shown = row?.review.shown?.review === review ? row : undefined;
  const isReplaced = row !== undefined && shown === undefined;
  const { isElsewhere = true, superseded } = row?.review ?? {};
  const place = shown === undefined ? 'nowhere' : isElsewhere || superseded !== undefined ? 'row' : 'files';
  const head = isElsewhere || superseded === 'otherBranch' ? undefined : open?.head;
  const ways: Record<typeof place, NotificationAction> = {
    files: { title: t('Show Problems'), command: 'workbench.actions.view.problems' },
    row: { title: t('Show Findings'), run: showFindings },
    nowhere: report,
  };
  const findings = hasComments ? [ways[place]] : [];
  const lacksMore = isHere && (!hasComments || (review.gaps?.length && place !== 'nowhere'));
  if (record.state === 'completed') {
    const isWhole = review.comments !== undefined && !review.gaps?.length;
    const remaining = shown && remainingSentence(shown.review.previous, record, shown.counts);
    const sentences = [
      summarise(record),
      remaining,
      otherCommitSentence(record, head, shown?.review.unpushed),
      isReplaced && t('Another review of it is shown.'),
    ];
    notify(isWhole ? 'info' : 'warning', sentences.filter(Boolean).join(' '), [
      ...findings,
      ...unpushed,
      ...(lacksMore ? [report] : []),
      ...addModel(models),
    ]);
  } else if (record.state === 'gaveUp')
    notify('warning', summarise(record), [
      { title: t('Resume Watching'), command: 'codeReview.resumeReview', arguments: [{ record }] },
    ]);
  else notify('warning', summarise(record), [...findings, output]);
}

/** The button that adds a language model: at once where there is but one. */
function addModel(models: readonly ModelChoice[]): NotificationAction[] {
  const command = 'codeReview.chooseModel';
  const [only] = models;
  if (only?.kind !== 'editor') return [];
  return models.length > 1
    ? [{ title: t('Add Language Model…'), command }]
    : [{ title: t('Review with {name} as Well', { name: plainMessage(only.name, 40) }), command, arguments: [only] }];
}
