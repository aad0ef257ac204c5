import {
  isSettled,
  lacksComments,
  type ReviewRecord,
  type ReviewSubject,
  type SettledRecord,
} from '../store/reviewRecord.ts';

/** The reviews of one subject by one service. */
export interface ReviewSeries {
  /** Unique in the window, and the same after a reload. */
  readonly key: string;
  /** What its latest review is about. */
  readonly subject: ReviewSubject;
  /** The latest first; at least one. */
  readonly records: readonly ReviewRecord[];
}

/** Returns the key of the series that a review belongs to. */
export function seriesKey(subject: ReviewSubject): string {
  return `${subject.service} ${subjectKey(subject)}`;
}

/** Returns a key for what a review is about, whichever service made it. */
export function subjectKey({ kind, pullRequest, root, branch, isOfBranch }: ReviewSubject): string {
  const repository = pullRequest.repository.toLowerCase();
  // A pull request that is not checked out here is the same one in every working copy.
  if (isOfBranch === false || root === undefined) return JSON.stringify([repository, pullRequest.number]);
  const id = kind === 'pullRequest' ? [repository, pullRequest.number] : [];
  return JSON.stringify([kind, root, branch ?? null, ...id]);
}

/** Groups reviews into their series. @param records in any order */
export function seriesOf(records: readonly ReviewRecord[]): ReviewSeries[] {
  const latestFirst = [...records].sort((a, b) => b.triggeredAt - a.triggeredAt);
  return [...Map.groupBy(latestFirst, ({ subject }) => seriesKey(subject))].flatMap(([key, ofSeries]) => {
    const [latest] = ofSeries;
    return latest === undefined ? [] : [{ key, subject: latest.subject, records: ofSeries }];
  });
}

/** The latest review of a series that came with findings or says that there are none; else the latest that has ended. */
export function latestResult({ records }: ReviewSeries): SettledRecord | undefined {
  const settled = records.filter(isSettled);
  return settled.find(hasResult) ?? settled[0];
}

/**
 * The completed review that a review of a series is compared with: the latest before it of which all comments came, for
 * what did not come was not therefore gone; the latest before it where there is none.
 */
export function comparedWith(series: ReviewSeries, later: ReviewRecord): SettledRecord | undefined {
  const before = completedBefore(series, later);
  return before.find(record => !lacksComments(record)) ?? before[0];
}

/** The completed reviews of a series with comments that were triggered before one, the latest first. */
export function completedBefore(
  { records }: Pick<ReviewSeries, 'records'>,
  { triggeredAt }: ReviewRecord,
): SettledRecord[] {
  return records
    .filter(isSettled)
    .filter(
      record =>
        record.triggeredAt < triggeredAt && record.state === 'completed' && record.review.comments !== undefined,
    );
}

/** A review that failed before it found anything takes no findings away. */
function hasResult({ state, review: { comments, undecoded } }: SettledRecord): boolean {
  return (state === 'completed' && comments !== undefined) || (comments?.length ?? 0) + undecoded.length > 0;
}
