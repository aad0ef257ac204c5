import { plainLine } from '../../core/base/text.ts';
import type { CurrentReview } from '../current/currentReviews.ts';
import type { FindingCounts } from '../current/findingCounts.ts';
import { lacks } from '../current/verdict.ts';
import { subjectName, type ReviewRecord, type ReviewSubject } from '../store/reviewRecord.ts';
import { counted } from './reviewSummary.ts';

/** What a row is about: "#7 Refund flow", "feature/refunds", "Uncommitted work". */
export function rowName(subject: ReviewSubject): string {
  const { kind, pullRequest, title } = subject;
  if (kind === 'uncommitted') return 'Uncommitted work';
  if (kind === 'staged') return 'Staged work';
  if (kind === 'branch') return title ?? subjectName(subject);
  return title === undefined ? `#${pullRequest.number}` : `#${pullRequest.number} ${title}`;
}

/** How a review stands, in a few words each: its state, if there is more to say of it, and its findings. */
export function reviewWords({ records: [latest], shown }: CurrentReview, counts: FindingCounts): string[] {
  if (latest === undefined) return [];
  const state = stateWord(latest);
  const found = shown === undefined && counts.open === 0 ? '' : findingWords(counts);
  if (state !== '') return [state, found].filter(Boolean);
  if (shown === undefined || found !== '')
    return [found, shown !== undefined && lacks(shown) ? 'incomplete' : ''].filter(Boolean);
  if (lacks(shown)) return [shown.review.comments === undefined ? 'no comments sent' : 'incomplete'];
  return [counts.closed > 0 ? 'all done' : 'no issues'];
}

/** "13 open, 2 new"; empty if there is nothing left. */
export function findingWords({ open, new: added = 0, outdated, hidden }: FindingCounts): string {
  const words = [
    open === 0 ? '' : `${open} open`,
    added === 0 ? '' : `${added} new`,
    outdated === 0 ? '' : `${outdated} outdated`,
    hidden === 0 ? '' : `${hidden} hidden`,
  ];
  return words.filter(Boolean).join(', ');
}

/** The state of a review that has no result; empty for one that completed. */
function stateWord(record: ReviewRecord): string {
  switch (record.state) {
    case 'triggered':
      return 'starting';
    case 'pending':
      return record.watched ? progressWord(record.review) : 'pending';
    case 'completed':
      return '';
    case 'failed':
      return 'failed';
    case 'notRun':
      return 'not reviewed';
    case 'unknown':
      return `ended as “${plainLine(record.review.status, 20)}”`;
    case 'gaveUp':
      return 'still running';
  }
}

/** "reading files, 40 %" */
function progressWord({ stage, progress }: Extract<ReviewRecord, { state: 'pending' }>['review']): string {
  const percent = progress === undefined ? '' : `${Math.round(progress * 100)} %`;
  return [stage ?? 'reviewing', percent].filter(Boolean).join(', ');
}

/** What a row says besides its findings: how old the review is, and what has happened since. */
export function sinceWords(
  { shown, isEarlier, isCommitted, unread, superseded, subject }: CurrentReview,
  now: number,
): string[] {
  const isBranch = subject.kind === 'branch' || subject.kind === 'pullRequest';
  const behind = isBranch && superseded === undefined && unread !== undefined && unread > 0;
  return [
    isEarlier ? 'earlier review' : '',
    isCommitted || superseded === 'committed' ? 'committed since' : '',
    superseded === 'otherBranch' && subject.branch !== undefined ? `on ${subject.branch}` : '',
    superseded === 'newerPullRequest' ? 'another pull request since' : '',
    behind ? `${counted(unread, 'commit')} behind` : '',
    shown === undefined ? '' : ago(now - shown.settledAt),
  ].filter(Boolean);
}

/** "just now", "5 min ago", "3 h ago", "2 days ago" */
export function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${counted(Math.floor(hours / 24), 'day')} ago`;
}

/** What a service is called: "review.example.com", "the embedded service". */
export function serviceName(service: string): string {
  return service === 'embedded' ? 'the embedded service' : (URL.parse(service)?.host ?? service);
}
