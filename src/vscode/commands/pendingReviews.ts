import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import { plainLabel } from '../../core/base/text.ts';
import {
  isCancellable,
  isSettled,
  subjectName,
  subjectTitle,
  type ReviewRecord,
  type ReviewSubject,
} from '../../reviews/store/reviewRecord.ts';
import { repositoryWords } from '../../reviews/summary/repositoryWords.ts';
import { ago, serviceName } from '../../reviews/summary/reviewWords.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import type { Connection } from '../connection/connections.ts';
import { notify } from '../platform/notify.ts';
import type { ReviewWatch } from '../review/reviewWatch.ts';

interface Parts {
  readonly reviews: Reviews;
  readonly watch: ReviewWatch;
  /** Opens the service that makes a review; undefined if the user dismissed the sign-in. */
  readonly open: (subject: ReviewSubject) => Promise<Connection | undefined>;
}

/** The row of a review, which may have gone on since it was drawn. */
export interface PendingRow {
  readonly record: ReviewRecord;
}

/** The reviews that a command can be for, and what is said where there is none. */
interface Choice {
  readonly title: string;
  readonly among: readonly ReviewRecord[];
  readonly none: string;
  /** Why one that has not ended is not among them. */
  readonly why: (name: string) => string;
}

/** Goes on watching the review of a row, the only one that this window does not watch, or the user's pick. */
export async function resumeReview({ reviews, watch, open }: Parts, row: PendingRow | undefined): Promise<void> {
  const resumable = (of: PendingRow | undefined): Promise<ReviewRecord | undefined> =>
    choose(reviews, of, {
      title: t('Code Review: Resume Watching'),
      among: reviews.resumable,
      none: t('No review is waiting to be watched.'),
      why: name => t('The review of {name} is already being watched.', { name }),
    });
  const chosen = await resumable(row);
  const connection = chosen && (await open(chosen.subject));
  if (chosen === undefined || connection === undefined) return;
  // It may have ended while the user signed in.
  const record = await resumable({ record: chosen });
  if (record !== undefined) await watch.resume(record, connection);
}

/** Cancels the review of a row, the only one that runs, or the user's pick; a hosted one is only no longer watched. */
export async function cancelReview({ reviews, watch, open }: Parts, row: PendingRow | undefined): Promise<void> {
  const record = await choose(reviews, row, {
    title: t('Code Review: Cancel Review'),
    among: reviews.records.filter(isCancellable),
    none: t('No review is running.'),
    why: name => t('The review of {name} is not being watched.', { name }),
  });
  if (record !== undefined) await watch.cancel(record, () => open(record.subject));
}

/** Never another review than that of the row: one that has ended is only told of. */
async function choose(
  reviews: Reviews,
  row: PendingRow | undefined,
  { title, among, none, why }: Choice,
): Promise<ReviewRecord | undefined> {
  if (row !== undefined) {
    const isIt = ({ subject }: ReviewRecord): boolean => subject === row.record.subject;
    const found = among.find(isIt);
    if (found === undefined) notify('info', absence(row.record.subject, reviews.records.find(isIt), why));
    return found;
  }
  if (among.length === 0) notify('info', none);
  if (among.length < 2) return among[0];
  const latestFirst = among.toSorted((a, b) => b.triggeredAt - a.triggeredAt);
  const repositoryOf = repositoryWords(among.map(({ subject }) => subject));
  const items = latestFirst.map(record => ({
    label: plainLabel(subjectTitle(record.subject)),
    description: plainLabel(
      [repositoryOf(record.subject), ago(Date.now() - record.triggeredAt), serviceName(record.subject.service)]
        .filter(Boolean)
        .join(' · '),
    ),
    record,
  }));
  const options = { title, placeHolder: t('Which review?'), matchOnDescription: true };
  return (await vscode.window.showQuickPick(items, options))?.record;
}

function absence(subject: ReviewSubject, now: ReviewRecord | undefined, why: Choice['why']): string {
  const name = subjectName(subject);
  if (now === undefined) return t('The review of {name} is no longer there.', { name });
  return isSettled(now) && now.state !== 'gaveUp' ? t('The review of {name} has ended.', { name }) : why(name);
}
