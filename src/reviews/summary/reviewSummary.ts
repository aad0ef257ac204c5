import type { Review, ReviewComment } from '../../core/review/review.ts';
import { compareReviews } from '../current/compareReviews.ts';
import type { FindingCounts } from '../current/findingCounts.ts';
import { subjectName, type ReviewRecord } from '../store/reviewRecord.ts';

/** Returns a count with its noun: "3 issues", "1 issue". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** The service's own counts, and the number of comments if it differs. */
function countsOf({ issuesFound, suggestions, comments, undecoded, gaps = [] }: Review): string {
  const received = (comments?.length ?? 0) + undecoded.length;
  if (comments === undefined) return 'the service sent no comments with it, so nothing can be shown';
  const issues = issuesFound ?? received;
  const none = gaps.length === 0 ? 'no issues' : 'no issues in what was reviewed';
  const found = issues === 0 && received === 0 ? none : counted(issues, 'issue');
  const offered = suggestions === undefined || suggestions === 0 ? '' : `, ${counted(suggestions, 'suggestion')}`;
  const differs = issues === received ? '' : ` (${counted(received, 'comment')} received)`;
  return `${found}${offered}${differs}`;
}

/** What a completed review does not cover, as a sentence with a leading space; empty if nothing is missing. */
function gapsOf({ gaps = [] }: Review): string {
  if (gaps.length === 0) return '';
  const more = gaps.length > 3 ? ` and ${gaps.length - 3} more` : '';
  return ` Incomplete: ${gaps.slice(0, 3).join(', ')}${more}.`;
}

/** Returns a sentence for the state of a review, and one for what it lacks. Only a completed review has "no issues". */
export function summarise(record: ReviewRecord): string {
  const name = subjectName(record.subject);
  const because = 'review' in record && record.review.reason ? `: ${record.review.reason.replace(/\.$/, '')}` : '';
  switch (record.state) {
    case 'triggered':
      return `Review of ${name} is being triggered.`;
    case 'pending':
      return record.watched
        ? `Review of ${name} is running.`
        : `Review of ${name} is pending and not watched. Resume watching to see its result.`;
    case 'completed':
      return `Review of ${name} completed: ${countsOf(record.review)}.${gapsOf(record.review)}`;
    case 'failed':
      return `Review of ${name} failed${because}. This is no all-clear.`;
    case 'notRun':
      return record.review.status === 'completed'
        ? `Nothing was reviewed of ${name}${because}. This is no all-clear.`
        : `Review of ${name} was not run (${record.review.status})${because}. This is no all-clear.`;
    case 'unknown':
      return `Review of ${name} ended as “${record.review.status}”, which is not a known state${because}. ${received(record.review)}`;
    case 'gaveUp':
      return `Review of ${name} was still “${record.review.status}” when watching ended. Resume watching to look again.`;
  }
}

function received({ comments }: Review): string {
  return comments?.length
    ? `It came with ${counted(comments.length, 'comment')}, shown as they are.`
    : 'This is no all-clear.';
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
  const open = counts.open === comments.length + undecoded.length ? '' : `${counts.open} open`;
  const parts = [open, ...comparison(earlier, comments, counts.new)].filter(Boolean).join(', ');
  return parts === '' ? '' : `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.`;
}

function comparison(
  earlier: ReviewRecord | undefined,
  comments: readonly ReviewComment[],
  added: number | undefined,
): string[] {
  if (added === undefined || earlier?.state !== 'completed' || earlier.review.comments === undefined) return [];
  const { still, gone } = compareReviews(earlier.review.comments, comments);
  if (still.size === 0 && gone.length === 0) return [];
  return [`${added === 0 ? 'none' : added} new since the last review`, gone.length === 0 ? '' : `${gone.length} gone`];
}
