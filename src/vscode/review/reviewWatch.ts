import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/base/errors.ts';
import { Slices } from '../../core/base/slices.ts';
import { plainMessage } from '../../core/base/text.ts';
import { formatTime } from '../../core/base/formatTime.ts';
import { t } from '../../core/base/l10n.ts';
import {
  isSamePullRequest,
  isUncommitted,
  subjectName,
  type ReviewRecord,
  type ReviewSubject,
  type SettledRecord,
} from '../../reviews/store/reviewRecord.ts';
import { unpushedSentence } from '../../reviews/summary/reviewSummary.ts';
import { formerComments } from '../../reviews/current/formerComments.ts';
import { prepareFingerprints } from '../../reviews/decisions/fingerprint.ts';
import type { ReviewRuns, TriggerOptions } from '../../reviews/reviewRuns.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import type { Connection, Connections } from '../connection/connections.ts';
import type { Log } from '../platform/log.ts';
import { notify, notifyError } from '../platform/notify.ts';
import type { ReviewerChoice } from '../connection/reviewerChoice.ts';
import type { Worklist } from '../findings/worklist.ts';
import { notifyEnd, type ReviewRows } from './reviewEnd.ts';
import { unpushedActions } from './unpushedActions.ts';
import { withReviewProgress, withViewProgress } from './reviewProgress.ts';

interface Parts {
  readonly reviews: Reviews;
  readonly runs: ReviewRuns;
  readonly connections: Connections;
  readonly worklist: Worklist;
  readonly reviewers: ReviewerChoice;
  readonly log: Log;
  readonly tree: ReviewRows;
}

/** How a review is triggered. */
export interface RunOptions extends TriggerOptions {
  /** Whether it follows from a setting, and no user has asked for it: then one of several windows does or asks, and none says that one runs. */
  readonly isAutomatic?: boolean;
}

type Watch = (signal: AbortSignal) => Promise<SettledRecord>;

/** Watches reviews until they have ended and tells once how. */
export class ReviewWatch {
  readonly #parts: Parts;
  /** Cancels the reviews that this window watches, by their subjects. */
  readonly #watched = new Map<ReviewSubject, AbortController>();
  /** What waits until its service is the one in use, with a key that it accepts. */
  readonly #waiting = new Set<ReviewSubject>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Triggers a review and watches it behind a notification; resolves when its result is shown or the watch was stopped.
   * While one of the same commit of its pull request is watched, only that is told.
   */
  async run(subject: ReviewSubject, connection: Connection, options: RunOptions = {}): Promise<void> {
    const { isAutomatic = false, ...how } = options;
    const { runs } = this.#parts;
    if (isAutomatic && !(await runs.claimsTrigger(subject))) return;
    const unclear = runs.unclearSince(subject);
    if (unclear !== undefined && !(await confirmAgain(subject, unclear))) return;
    if (this.#isUnderWay(subject)) {
      if (!isAutomatic) notify('info', t('The review of {name} is still running.', { name: subjectName(subject) }));
      return;
    }
    await this.#follow(subject, connection, signal => runs.run(subject, connection, signal, how));
  }

  /** Goes on watching a review that has not ended, behind a notification; one that is watched already is only told of. */
  async resume(record: ReviewRecord, connection: Connection): Promise<void> {
    const { runs } = this.#parts;
    const { subject } = record;
    if (this.#isWatching(subject)) {
      notify('info', t('The review of {name} is already being watched.', { name: subjectName(subject) }));
      return;
    }
    await this.#follow(subject, connection, signal => runs.watch(record, connection, signal));
  }

  /**
   * Cancels a review that has not ended; one of a hosted service goes on there and is no longer watched.
   * @param open opens its service, which a review that is watched here does not need; undefined if the user dismissed it
   */
  async cancel(record: ReviewRecord, open: () => Promise<Connection | undefined>): Promise<void> {
    const watched = this.#watched.get(record.subject);
    if (watched !== undefined) {
      watched.abort();
      return;
    }
    const connection = await open();
    if (connection === undefined) return;
    await this.#told(record.subject, connection, this.#parts.runs.watch(record, connection, AbortSignal.abort()));
  }

  /** Goes on with what a closed window was watching, and follows what another one watches. */
  async goOn(): Promise<void> {
    const taken = this.#parts.reviews.takeInterrupted();
    const told = (is: boolean): ReviewRecord[] =>
      taken.filter(({ isTold }) => isTold === is).map(({ record }) => record);
    await Promise.all([this.#quietly(told(false)), this.#quietly(told(true), false)]);
  }

  /**
   * Stops watching what has no key any more, and goes on with what waits for its service. Call it when the service in use
   * or a key has changed.
   */
  async followAccount(): Promise<void> {
    const { reviews, connections } = this.#parts;
    for (const [subject, watched] of this.#watched) {
      if (await connections.hasKey(subject.service)) continue;
      this.#waiting.add(subject);
      watched.abort();
    }
    const ready: ReviewRecord[] = [];
    for (const record of reviews.resumable) {
      const { subject } = record;
      if (!this.#waiting.has(subject) || !connections.isInUse(subject.service)) continue;
      if ((await connections.hasKey(subject.service)) && this.#waiting.delete(subject)) ready.push(record);
    }
    await this.#quietly(ready);
  }

  /** Whether a review is watched, and not just being stopped. */
  #isWatching(subject: ReviewSubject): boolean {
    return this.#watched.get(subject)?.signal.aborted === false;
  }

  /** Work that is not committed may be another each time, under the same number. */
  #isUnderWay(subject: ReviewSubject): boolean {
    if (isUncommitted(subject)) return false;
    return [...this.#watched.keys()].some(
      other =>
        other.service === subject.service &&
        isSamePullRequest(other.pullRequest, subject.pullRequest) &&
        other.headCommit === subject.headCommit,
    );
  }

  /**
   * Without a notification: who reloads a window need not be told again that a review is under way.
   * @param tellsEnd false if another window does
   */
  async #quietly(records: readonly ReviewRecord[], tellsEnd = true): Promise<void> {
    const { runs, connections, log } = this.#parts;
    const watch = async (record: ReviewRecord): Promise<void> => {
      const { subject } = record;
      if (!connections.isInUse(subject.service)) {
        this.#waiting.add(subject);
        return;
      }
      const connection = await connections.open(subject.service);
      // The user may have resumed it meanwhile.
      if (this.#isWatching(subject)) return;
      await this.#cancellable(subject, connection, stop => runs.watch(record, connection, stop.signal), tellsEnd);
    };
    await Promise.all(
      records.map(record =>
        watch(record).catch((error: unknown) => {
          this.#waitForKey(record.subject, error);
          if (tellsEnd) notifyError(log, 'watching', error);
        }),
      ),
    );
  }

  #follow(subject: ReviewSubject, connection: Connection, watch: Watch): Promise<void> {
    const { reviews } = this.#parts;
    const cancelHint =
      connection.cancelReview === undefined
        ? t('Cancel stops watching; the review goes on at {label}.', { label: connection.label })
        : t('Cancel stops the review.');
    return this.#cancellable(subject, connection, stop =>
      withReviewProgress({ reviews, subject, cancelHint, stop }, watch),
    );
  }

  /** @param watch is handed what stops it */
  async #cancellable(
    subject: ReviewSubject,
    connection: Connection,
    watch: (stop: AbortController) => Promise<SettledRecord>,
    tellsEnd = true,
  ): Promise<void> {
    const controller = new AbortController();
    this.#watched.set(subject, controller);
    this.#waiting.delete(subject);
    const ended = (): void => {
      // One that was stopped may have been resumed before it has ended.
      if (this.#watched.get(subject) === controller) this.#watched.delete(subject);
    };
    const watching = withViewProgress(watch(controller).finally(ended));
    await (tellsEnd ? this.#told(subject, connection, watching) : watching);
  }

  /** Tells how a watch has ended. */
  async #told(subject: ReviewSubject, connection: Connection, watching: Promise<SettledRecord>): Promise<void> {
    try {
      await this.#tellEnd(await watching);
    } catch (error) {
      this.#waitForKey(subject, error);
      const record = this.#parts.reviews.resumable.find(each => each.subject === subject);
      // Its service may be asked once more while the user signs out of it, before the watch is stopped for that.
      const isSignedOut =
        CodeReviewError.is(error, 'auth') && (await this.#parts.connections.isSignedOut(subject.service));
      const isStopped = CodeReviewError.is(error, 'cancelled') || (isSignedOut && record !== undefined);
      if (!isStopped) throw error;
      // The row of a review that was cancelled is gone, and that is all there is to tell.
      if (connection.cancelReview !== undefined) return;
      const command = 'codeReview.resumeReview';
      const resume = record && [{ title: t('Resume Watching'), command, arguments: [{ record }] }];
      const sentence = t('Stopped watching the review of {name}. It goes on at {label}.', {
        name: subjectName(subject),
        label: connection.label,
      });
      notify('info', sentence, resume);
    }
  }

  #waitForKey(subject: ReviewSubject, error: unknown): void {
    if (CodeReviewError.is(error, 'auth')) this.#waiting.add(subject);
  }

  async #tellEnd(record: SettledRecord): Promise<void> {
    const { log, runs, worklist, reviewers, tree } = this.#parts;
    logUnplaced(log, record);
    // Who reads that it has completed finds the problems there.
    await worklist.informed();
    if (!(await runs.tellsEnd(record))) return;
    const { repositories } = worklist.overview;
    const row = repositories
      .flatMap(({ reviews: current, others }) => [...current, ...others])
      .find(({ review }) => review.records.some(each => 'review' in each && each.review === record.review));
    const shown = row?.review.shown?.review === record.review ? row.review : undefined;
    const unpushed = await unpushedActions(shown);
    // Its row shows a complete result; of what the review lacks it says too little.
    const showsAll = record.state === 'completed' && record.review.comments && !record.review.gaps?.length;
    if (showsAll && (await tree.reveal(record, false))) {
      const sentence = unpushedSentence(record.subject.pullRequest.number, shown?.unpushed);
      if (sentence !== '') notify('info', sentence, unpushed);
      return;
    }
    const isEmbedded = record.subject.service === 'embedded';
    const models = record.state === 'completed' && isEmbedded ? await reviewers.addable() : [];
    const { root } = record.subject;
    const open = root === undefined ? undefined : repositories.find(each => each.open?.root === root)?.open;
    // What tells how many are gone compares the two.
    const slices = new Slices();
    const compared = [
      row?.review.previous?.review.comments ?? [],
      record.review.comments ?? [],
      formerComments(record),
    ];
    for (const each of compared) await prepareFingerprints(each, slices);
    notifyEnd({ record, row, open, unpushed, models, tree });
  }
}

/** What was asked for without an answer may be running; asking again may count twice. */
async function confirmAgain(subject: ReviewSubject, since: number): Promise<boolean> {
  const again = t('Review Again');
  const sentence = t(
    'At {time} a review of {name} was asked for, and it is not known whether that arrived. Another one may count twice.',
    { time: formatTime(since), name: subjectName(subject) },
  );
  return (await vscode.window.showWarningMessage(plainMessage(sentence, 500), again)) === again;
}

/** Comments that no file can show are written out, so that none is lost. */
function logUnplaced(log: Log, record: SettledRecord): void {
  const isElsewhere = record.subject.root === undefined;
  for (const { path, severity, title, body } of record.review.comments ?? []) {
    if (isElsewhere || path === undefined)
      log.info(
        `${subjectName(record.subject)}: ${path ?? 'general'}: ${severity}: ${title}${body === '' ? '' : ` ${body}`}`,
      );
  }
  for (const raw of record.review.undecoded) log.info(`${subjectName(record.subject)}: ${JSON.stringify(raw)}`);
}
