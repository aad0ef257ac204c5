import { plainLine } from '../../core/base/text.ts';
import { hasPullRequest, type ReviewRecord } from '../store/reviewRecord.ts';
import { counted } from './reviewSummary.ts';

/**
 * Returns the text of the status bar item: an icon and a word or two. Only a complete review gets the icon of a pass.
 * @param done number of findings that are not open any more
 */
export function statusText(record: ReviewRecord, done: number): string {
  const { subject } = record;
  const [icon, words] = iconAndWords(record, done);
  return `$(${icon}) ${hasPullRequest(subject) ? `#${subject.pullRequest.number}` : 'Review'}: ${words}`;
}

function iconAndWords(record: ReviewRecord, done: number): [icon: string, words: string] {
  switch (record.state) {
    case 'triggered':
      return ['sync~spin', 'starting'];
    case 'pending':
      return record.watched ? ['sync~spin', 'reviewing'] : ['watch', 'pending'];
    case 'completed': {
      const { comments, undecoded, issuesFound, gaps = [] } = record.review;
      if (comments === undefined) return ['warning', 'no comments sent'];
      const received = comments.length + undecoded.length;
      const issues = issuesFound ?? received;
      // What could not be read as a comment is shown, and nobody can say that it is done.
      const isWhole = gaps.length === 0 && undecoded.length === 0;
      if (received === 0 && issues === 0) return isWhole ? ['pass', 'no issues'] : ['warning', 'incomplete'];
      if (done === 0) return ['comment-discussion', counted(issues, 'issue')];
      const open = comments.length - done;
      if (open > 0) return ['comment-discussion', `${open} of ${comments.length} open`];
      return isWhole ? ['pass', 'all done'] : ['warning', 'all done, incomplete'];
    }
    case 'failed':
      return ['error', 'review failed'];
    case 'notRun':
      return ['circle-slash', 'not reviewed'];
    case 'unknown':
      return ['question', plainLine(record.review.status, 20)];
    case 'gaveUp':
      return ['watch', 'still running'];
  }
}
