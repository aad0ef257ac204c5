import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { plainMessage } from '../../core/base/text.ts';
import { formatTime } from '../../core/base/formatTime.ts';
import {
  isSamePullRequest,
  isSettled,
  subjectName,
  subjectTitle,
  type ReviewRecord,
  type ReviewSubject,
} from '../../reviews/store/reviewRecord.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import { comparisonSentence, summarise } from '../../reviews/summary/reviewSummary.ts';
import type { Connection, Connections } from '../connection/connections.ts';
import type { CurrentBranch } from '../repository/currentBranch.ts';
import type { Log } from '../platform/log.ts';
import { notify, notifyError, type NotificationAction } from '../platform/notify.ts';
import { withProgress } from '../platform/progress.ts';
import type { ModelChoice, ReviewerChoice } from '../connection/reviewerChoice.ts';
import type { Worklist } from '../findings/worklist.ts';

interface Parts {
  readonly reviews: Reviews;
  readonly current: CurrentBranch;
  readonly connections: Connections;
  readonly worklist: Worklist;
  readonly reviewers: ReviewerChoice;
  readonly log: Log;
  readonly isFindingsViewVisible: () => boolean;
}

/** Watches reviews until they have ended and tells once how; goes on by itself with what a closed window was watching. */
export class ReviewWatch implements Disposable {
  readonly #parts: Parts;
  readonly #subscription: Disposable;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#subscription = parts.current.onDidChange(() => this.#goOn());
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Triggers a review and watches it behind a notification; resolves when its result is shown or the watch was stopped. */
  async run(subject: ReviewSubject, connection: Connection): Promise<void> {
    const unclear = this.#parts.reviews.unclearSince(subject);
    if (unclear !== undefined && !(await confirmAgain(subject, unclear))) return;
    await this.#watched(subject, signal => this.#parts.reviews.run(subject, connection, signal));
  }

  /** Goes on watching a review that has not ended, behind a notification. */
  async resume(record: ReviewRecord, connection: Connection): Promise<void> {
    await this.#watched(record.subject, signal => this.#parts.reviews.watch(record, connection, signal));
  }

  #goOn(): void {
    for (const record of this.#parts.reviews.takeInterrupted()) {
      this.#quietly(record).catch((error: unknown) => notifyError(this.#parts.log, 'watching', error));
    }
  }

  /** The status bar says that it is watched; whoever reloads a window need not be told again. */
  async #quietly(record: ReviewRecord): Promise<void> {
    const { reviews, connections } = this.#parts;
    const connection = await connections.open(record.subject.service);
    // What was asked elsewhere waits until that service is set again.
    if (connection.name !== record.subject.service) return;
    await this.#tellEnd(await reviews.watch(record, connection, new AbortController().signal));
  }

  async #watched(subject: ReviewSubject, task: (signal: AbortSignal) => Promise<ReviewRecord>): Promise<void> {
    const { reviews } = this.#parts;
    try {
      const record = await withProgress(`Reviewing ${subjectTitle(subject)}`, async (signal, report) => {
        report('Cancel stops watching; the review goes on.');
        const subscription = reviews.onDidChange(changed => {
          if (changed.state !== 'pending') return;
          const seconds = Math.round((Date.now() - changed.triggeredAt) / 1_000);
          report(
            `${changed.review.stage ?? changed.review.status}, ${seconds} s. Cancel stops watching; the review goes on.`,
          );
        });
        try {
          return await task(signal);
        } finally {
          subscription.dispose();
        }
      });
      await this.#tellEnd(record);
    } catch (error) {
      if (!CodeReviewError.is(error, 'cancelled')) throw error;
      const sentence = `Stopped watching the review of ${subjectName(subject)}. It is still pending.`;
      notify('info', sentence, [{ title: 'Resume Watching', command: 'codeReview.resumeReview' }]);
    }
  }

  async #tellEnd(record: ReviewRecord): Promise<void> {
    const { log, worklist, reviewers, isFindingsViewVisible } = this.#parts;
    logUnplaced(log, record);
    // Whoever reads that it has completed finds the problems there.
    await worklist.settled();
    // Whoever looks at the findings need not be told that they are there, only what does not show there.
    const showsAll = record.state === 'completed' && record.review.comments && !record.review.gaps?.length;
    if (showsAll && isFindingsViewVisible()) return;
    const isEmbedded = record.subject.service === 'embedded';
    const models = record.state === 'completed' && isEmbedded ? await reviewers.addable() : [];
    announce(record, this.#previous(record), addModel(models));
  }

  /** The review of the same pull request that ended before this one. */
  #previous({ subject, triggeredAt }: ReviewRecord): ReviewRecord | undefined {
    if (subject.root === undefined) return undefined;
    return this.#parts.reviews
      .of(subject.root)
      .filter(isSettled)
      .find(
        record =>
          record.triggeredAt < triggeredAt && isSamePullRequest(record.subject.pullRequest, subject.pullRequest),
      );
  }
}

/** What was asked for without an answer may be running; asking again may count twice. */
async function confirmAgain(subject: ReviewSubject, since: number): Promise<boolean> {
  const again = 'Review Again';
  const sentence = `At ${formatTime(since)} a review of ${subjectName(subject)} was asked for, and it is not known whether that arrived. Another one may count twice.`;
  return (await vscode.window.showWarningMessage(plainMessage(sentence, 500), again)) === again;
}

/** Comments that no file can show are written out, so that none is lost. */
function logUnplaced(log: Log, record: ReviewRecord): void {
  if (!isSettled(record)) return;
  const isElsewhere = record.subject.root === undefined;
  for (const { path, severity, title, body } of record.review.comments ?? []) {
    if (isElsewhere || path === undefined)
      log.info(
        `${subjectName(record.subject)}: ${path ?? 'general'}: ${severity}: ${title}${body === '' ? '' : ` ${body}`}`,
      );
  }
  for (const raw of record.review.undecoded) log.info(`${subjectName(record.subject)}: ${JSON.stringify(raw)}`);
}

const report: NotificationAction = { title: 'Show Report', command: 'codeReview.showReport' };

/** The button that has a language model read too: at once where there is but one. */
function addModel(models: readonly ModelChoice[]): NotificationAction[] {
  const command = 'codeReview.chooseModel';
  const [only] = models;
  if (only?.kind !== 'editor') return [];
  return models.length > 1
    ? [{ title: 'Add Language Model…', command }]
    : [{ title: `Review with ${plainMessage(only.name, 40)} Too`, command, arguments: [only] }];
}

/** One notification for each settled review. @param more buttons behind those of its findings */
function announce(record: ReviewRecord, previous: ReviewRecord | undefined, more: readonly NotificationAction[]): void {
  if (!isSettled(record)) return;
  const hasComments = (record.review.comments?.length ?? 0) + record.review.undecoded.length > 0;
  const isHere = record.subject.root !== undefined;
  const problems =
    hasComments && isHere ? [{ title: 'Show Problems', command: 'workbench.actions.view.problems' }] : [];
  const output = { title: 'Show Output', command: 'codeReview.showOutput' };
  if (record.state === 'completed') {
    const isWhole = record.review.comments !== undefined && !record.review.gaps?.length;
    notify(
      isWhole ? 'info' : 'warning',
      [summarise(record), comparisonSentence(previous, record)].filter(Boolean).join(' '),
      [
        ...(hasComments && !isHere ? [output] : problems),
        ...(isHere && (record.review.gaps?.length || !hasComments) ? [report] : []),
        ...more,
      ],
    );
  } else if (record.state === 'gaveUp')
    notify('warning', summarise(record), [{ title: 'Resume Watching', command: 'codeReview.resumeReview' }]);
  else notify('warning', summarise(record), [...problems, output]);
}
