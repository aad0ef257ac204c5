import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { CurrentReview } from '../../reviews/current/repositoryReviews.ts';
import type { NotificationAction } from '../platform/notify.ts';

/** What can be done about commits that the pull request of a review does not have; nothing if there are none. */
export async function unpushedActions(review: CurrentReview | undefined): Promise<readonly NotificationAction[]> {
  const { root } = review?.subject ?? {};
  if (!review?.unpushed || root === undefined) return [];
  const rootUri = vscode.Uri.file(root);
  const reviewAll: NotificationAction = {
    title: t('Review All Commits of This Branch'),
    command: 'codeReview.reviewChanges',
    arguments: [{ rootUri }, 'branch'],
  };
  // The editor's git may be switched off; and git refuses to push what was rewritten.
  const canPush = review.ahead === 0 && (await vscode.commands.getCommands(true)).includes('git.push');
  return canPush ? [{ title: t('Push'), command: 'git.push', arguments: [rootUri] }, reviewAll] : [reviewAll];
}
