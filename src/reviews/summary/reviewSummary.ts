import { commaList, plural, sentences, t } from '../../core/base/l10n.ts';
import { plainLine } from '../../core/base/text.ts';
import { shortCommit } from '../../core/review/shortCommit.ts';
import type { Review } from '../../core/review/review.ts';
import { compareReviews } from '../current/compareReviews.ts';
import type { RepositoryReviews } from '../current/repositoryReviews.ts';
import type { FindingCounts } from '../current/findingCounts.ts';
import { formerComments } from '../current/formerComments.ts';
import {
  commitOf,
  coversBranch,
  lacks,
  subjectName,
  type ReviewRecord,
  type SettledRecord,
} from '../store/reviewRecord.ts';

/** The service's own counts, and the number of comments if it differs. */
function countsOf({ issuesFound, suggestions, comments, undecoded, gaps = [] }: Review): string {
  const received = (comments?.length ?? 0) + undecoded.length;
  if (comments === undefined) return t('the service sent no comments with it, so nothing can be shown');
  const issues = issuesFound ?? received;
  const none = gaps.length === 0 ? t('no issues') : t('no issues in what was reviewed');
  const found = issues === 0 && received === 0 ? none : plural(issues, '{count} issue', '{count} issues');
  const offered = suggestions ? [plural(suggestions, '{count} suggestion', '{count} suggestions')] : [];
  const counts = commaList([found, ...offered]);
  if (issues === received) return counts;
  return plural(received, '{counts} ({count} comment received)', '{counts} ({count} comments received)', { counts });
}

/** What a completed review does not cover, as a sentence; empty if nothing is missing. */
function gapsOf({ gaps = [] }: Review): string {
  if (gaps.length === 0) return '';
  const first = commaList(gaps.slice(0, 3));
  const more = gaps.length - 3;
  return more > 0
    ? t('Incomplete: {gaps} and {more} more.', { gaps: first, more })
    : t('Incomplete: {gaps}.', { gaps: first });
}

/** Returns a sentence for the state of a review, and one for what it lacks. Only a completed review has "no issues". */
export function summarise(record: ReviewRecord): string {
  const name = subjectName(record.subject);
  const reason = 'review' in record ? (record.review.reason?.replace(/\.$/, '') ?? '') : '';
  switch (record.state) {
    case 'triggered':
      return t('Review of {name} is being triggered.', { name });
    case 'pending':
      return record.watched
        ? t('Review of {name} is running.', { name })
        : t('Review of {name} is pending and not watched. Resume watching to see its result.', { name });
    case 'completed':
      return sentences(
        t('Review of {name} completed: {counts}.', { name, counts: countsOf(record.review) }),
        gapsOf(record.review),
      );
    case 'failed':
      return sentences(
        reason === ''
          ? t('Review of {name} failed.', { name })
          : t('Review of {name} failed: {reason}.', { name, reason }),
        noAllClear(),
      );
    case 'notRun':
      return sentences(notRun(name, record.review.status, reason), noAllClear());
    case 'unknown': {
      const { status } = record.review;
      const ended =
        reason === ''
          ? t('Review of {name} ended as “{status}”, which is not a known state.', { name, status })
          : t('Review of {name} ended as “{status}”, which is not a known state: {reason}.', { name, status, reason });
      return sentences(ended, received(record.review));
    }
    case 'gaveUp':
      return t('Review of {name} was still “{status}” when watching ended. Resume watching to look again.', {
        name,
        status: record.review.status,
      });
  }
}

function notRun(name: string, status: string, reason: string): string {
  if (status === 'completed')
    return reason === ''
      ? t('Nothing was reviewed of {name}.', { name })
      : t('Nothing was reviewed of {name}: {reason}.', { name, reason });
  return reason === ''
    ? t('Review of {name} was not run ({status}).', { name, status })
    : t('Review of {name} was not run ({status}): {reason}.', { name, status, reason });
}

function noAllClear(): string {
  return t('This is no all-clear.');
}

function received({ comments }: Review): string {
  return comments?.length
    ? plural(
        comments.length,
        'It came with {count} comment, shown as it is.',
        'It came with {count} comments, shown as they are.',
      )
    : noAllClear();
}

/**
 * Returns a sentence for what is left to do of a completed review, in the numbers that the whole window shows: "12 open, 2
 * new since the last review, 1 gone." Empty if that is all that the review found, and there is none to compare it with.
 * @param counts of its findings
 */
export function remainingSentence(
  earlier: ReviewRecord | undefined,
  later: ReviewRecord,
  counts: Pick<FindingCounts, 'open' | 'new'>,
): string {
  if (later.state !== 'completed' || later.review.comments === undefined) return '';
  const { comments, undecoded } = later.review;
  const open = counts.open === comments.length + undecoded.length ? '' : t('{open} open', { open: counts.open });
  const facts = commaList([open, ...comparison(earlier, later, counts.new)].filter(Boolean));
  return facts === '' ? '' : t('{facts}.', { facts: `${facts.charAt(0).toUpperCase()}${facts.slice(1)}` });
}

/** Returns a sentence for commits that a pull request does not have; empty if there are none. @param unpushed how many */
export function unpushedSentence(number: number, unpushed: number | undefined): string {
  if (unpushed === undefined || unpushed === 0) return '';
  return plural(
    unpushed,
    '{count} commit is not pushed, so #{number} does not have it.',
    '{count} commits are not pushed, so #{number} does not have them.',
    { number },
  );
}

/**
 * Returns a sentence for a review of a branch that has read another commit than the one that is checked out, such as after
 * a reset or while commits are not pushed; else empty.
 * @param head full hash of what is checked out; `undefined` if it is of another branch
 * @param unpushed how many commits its pull request does not have
 */
export function otherCommitSentence(record: ReviewRecord, head: string | undefined, unpushed?: number): string {
  const commit = commitOf(record);
  if (
    record.state !== 'completed' ||
    head === undefined ||
    commit === undefined ||
    !coversBranch(record.subject) ||
    head.startsWith(commit)
  )
    return '';
  if (unpushed) return unpushedSentence(record.subject.pullRequest.number, unpushed);
  return t('It has read {commit}, which is not what is checked out now.', { commit: plainLine(shortCommit(commit)) });
}

/** Returns sentences for how the latest of each of the current reviews of a repository has ended, or stands. */
export function summariseCurrent({ open, current }: RepositoryReviews): string {
  return current
    .flatMap(({ records: [record], unpushed, shown, isChanged }) => {
      if (record === undefined) return [];
      const since = record === shown && isChanged === true ? t('The work has changed since.') : '';
      return [sentences(summarise(record), otherCommitSentence(record, open?.head, unpushed), since)];
    })
    .join(' ');
}

/** A review that lacks something cannot say that what it does not tell is gone. */
function goneWords(later: SettledRecord, gone: number): string {
  return lacks(later) ? t('{gone} not found again', { gone }) : t('{gone} gone', { gone });
}

function comparison(earlier: ReviewRecord | undefined, later: SettledRecord, added: number | undefined): string[] {
  if (added === undefined || earlier?.state !== 'completed' || earlier.review.comments === undefined) return [];
  const { still, gone } = compareReviews(earlier.review.comments, later.review.comments ?? [], formerComments(later));
  if (still.size === 0 && gone.length === 0) return [];
  return [
    added === 0 ? t('none new since the last review') : t('{added} new since the last review', { added }),
    gone.length === 0 ? '' : goneWords(later, gone.length),
  ];
}
