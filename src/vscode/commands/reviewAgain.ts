import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import {
  coversBranch,
  isWatched,
  subjectName,
  type ReviewRecord,
  type ReviewSubject,
} from '../../reviews/store/reviewRecord.ts';
import type { Connection } from '../connection/connections.ts';
import type { Log } from '../platform/log.ts';
import { notify } from '../platform/notify.ts';
import type { OpenRepositories } from '../repository/openRepositories.ts';
import type { ReviewSubjects } from '../review/reviewSubjects.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';
import { notifySkipped } from './reviewChanges.ts';

interface Parts {
  readonly copies: OpenRepositories;
  readonly subjects: () => Promise<ReviewSubjects>;
  readonly watch: ReviewWatch;
  readonly log: Log;
  /** Opens the service that made a review; undefined if the user dismissed the sign-in. */
  readonly open: (subject: ReviewSubject) => Promise<Connection | undefined>;
}

/** Reviews the subject of a review again, from scratch; work that is not committed is read as it is now. */
export async function reviewAgain(parts: Parts, record: ReviewRecord | undefined): Promise<void> {
  if (record === undefined) {
    const command = 'codeReview.reviewCurrentBranch';
    notify('info', t('There is no review yet.'), [{ title: t('Review Current Branch'), command }]);
    return;
  }
  const { subject } = record;
  if (isWatched(record)) {
    notify('info', t('The review of {name} is still running.', { name: subjectName(subject) }));
    return;
  }
  const connection = await parts.open(subject);
  if (connection === undefined) return;
  await parts.watch.run(await subjectNow(parts, subject, connection), connection, { fromScratch: true });
}

/** The subject as it is now, with a new snapshot of work that is not committed. */
async function subjectNow(parts: Parts, subject: ReviewSubject, connection: Connection): Promise<ReviewSubject> {
  const { kind, root, branch, pullRequest, title } = subject;
  const { copies, log } = parts;
  copies.forget();
  const open = root === undefined ? undefined : (await copies.all()).find(({ copy }) => copy.root === root);
  const subjects = await parts.subjects();
  const isCheckedOut = open?.copy.branch === branch;
  // The findings of another branch stay with that branch.
  if (kind === 'pullRequest' && coversBranch(subject) && !isCheckedOut) return { ...subject, headCommit: undefined };
  if (kind === 'pullRequest') {
    const copy = open === undefined ? [] : [open];
    return { ...(await subjects.ofNumber(pullRequest, copy, connection.name)), title };
  }
  if (open === undefined || (kind === 'branch' && !isCheckedOut)) {
    throw open === undefined
      ? new CodeReviewError(
          'input',
          t('The folder {folder} is not open in this window.', { folder: root ?? '' }),
          t('Open it, then review it again.'),
        )
      : new CodeReviewError(
          'input',
          branch === undefined
            ? t('The commit is not checked out in this window.')
            : t('{branch} is not checked out in this window.', { branch }),
          t('Check it out, then review it again.'),
        );
  }
  const { subject: now, leftOut } = await subjects.changes(open, connection, kind);
  notifySkipped(log, leftOut);
  return now;
}
