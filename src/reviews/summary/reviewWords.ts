import { formatDuration } from '../../core/base/formatTime.ts';
import { plainLine } from '../../core/base/text.ts';
import { plainMarkdown } from '../../core/render/plainMarkdown.ts';
import { commaList, plural, t } from '../../core/base/l10n.ts';
import type { CurrentReview, RepositoryReviews } from '../current/repositoryReviews.ts';
import type { FindingCounts } from '../current/findingCounts.ts';
import { stageText } from './stageText.ts';
import { isWatched, lacks, subjectName, type ReviewRecord, type ReviewSubject } from '../store/reviewRecord.ts';

/** What a repository is called: "acme/orders"; "acme/orders (hotfix)" where another working copy of it is open. */
export function repositoryName({ repository, folder }: Pick<RepositoryReviews, 'repository' | 'folder'>): string {
  return folder === undefined ? repository : t('{name} ({folder})', { name: repository, folder });
}

/** What a row is about: "#7 Refund flow", "feature/refunds", "Uncommitted work". */
export function rowName(subject: ReviewSubject): string {
  const { kind, pullRequest, title } = subject;
  if (kind === 'uncommitted') return t('Uncommitted work');
  if (kind === 'staged') return t('Staged work');
  if (kind === 'branch') return title ?? subjectName(subject);
  return title === undefined ? `#${pullRequest.number}` : `#${pullRequest.number} ${plainMarkdown(title)}`;
}

/**
 * How a review stands, in a few words each: its state, if there is more to say of it, and its findings.
 * @param now milliseconds since the epoch, to say how long one has run that is watched
 */
export function reviewWords(
  { records: [latest], shown }: CurrentReview,
  counts: FindingCounts,
  now?: number,
): string[] {
  if (latest === undefined) return [];
  const time = now !== undefined && isWatched(latest) ? [formatDuration(now - latest.triggeredAt)] : [];
  const state = commaList([stateWords(latest), ...time].filter(Boolean));
  const found = shown === undefined && counts.open === 0 ? '' : findingWords(counts);
  if (state !== '') return [state, found].filter(Boolean);
  if (shown === undefined || found !== '')
    return [found, shown !== undefined && lacks(shown) ? t('incomplete') : ''].filter(Boolean);
  if (lacks(shown)) return [shown.review.comments === undefined ? t('no comments sent') : t('incomplete')];
  return [counts.closed > 0 ? t('all done') : t('no issues')];
}

/** "13 open, 2 new"; empty if there is nothing left. */
export function findingWords({ open, new: added = 0, outdated, hidden }: FindingCounts): string {
  const words = [
    open === 0 ? '' : t('{open} open', { open }),
    added === 0 ? '' : t('{added} new', { added }),
    outdated === 0 ? '' : t('{outdated} outdated', { outdated }),
    hidden === 0 ? '' : t('{hidden} hidden', { hidden }),
  ];
  return commaList(words.filter(Boolean));
}

/** The state of a review that has no result, in a few words; empty for one that completed. */
export function stateWords(record: ReviewRecord): string {
  switch (record.state) {
    case 'triggered':
      return record.isCancelling ? t('cancelling') : t('starting');
    case 'pending':
      if (record.isCancelling) return t('cancelling');
      return record.watched ? stageText(record.review, t('reviewing')) : t('pending');
    case 'completed':
      return '';
    case 'failed':
      return t('failed');
    case 'notRun':
      return t('not reviewed');
    case 'unknown':
      return t('ended as “{status}”', { status: plainLine(record.review.status, 20) });
    case 'gaveUp':
      return t('still running');
  }
}

/** What a row says besides its findings: how old the review is, and what has happened since. */
export function sinceWords(
  { shown, isEarlier, isElsewhere, isCommitted, isChanged, unread = 0, ahead = 0, superseded, subject }: CurrentReview,
  now: number,
): string[] {
  const isBranch = subject.kind === 'branch' || subject.kind === 'pullRequest';
  const isOfHead = isBranch && !isElsewhere && superseded === undefined;
  return [
    isEarlier ? t('earlier review') : '',
    isCommitted || superseded === 'committed' ? t('committed since') : '',
    isChanged === true && superseded === undefined ? t('changed since') : '',
    superseded === 'otherBranch' && subject.branch !== undefined ? t('on {branch}', { branch: subject.branch }) : '',
    superseded === 'discarded' ? t('discarded since') : '',
    superseded === 'newerPullRequest' ? t('another pull request since') : '',
    isOfHead && unread > 0 ? plural(unread, '{count} commit behind', '{count} commits behind') : '',
    isOfHead && ahead > 0 ? plural(ahead, '{count} commit ahead', '{count} commits ahead') : '',
    shown === undefined ? '' : ago(now - shown.settledAt),
  ].filter(Boolean);
}

/** "just now", "5 min ago", "3 h ago", "2 days ago"; of a time that lies ahead, that the clock was set back since. */
export function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < -1) return t('before the clock was set back');
  if (minutes < 1) return t('just now');
  if (minutes < 60) return t('{minutes} min ago', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t('{hours} h ago', { hours });
  return plural(Math.floor(hours / 24), '{count} day ago', '{count} days ago');
}

/**
 * In how many milliseconds `ago` may say something else: at the next full minute of the first hour, and then of ten, since a
 * timer does not hear of the time that the machine sleeps.
 * @param milliseconds the age now
 */
export function untilOlder(milliseconds: number): number {
  const step = milliseconds < 3_600_000 ? 60_000 : 600_000;
  return step - (milliseconds % step);
}

/** What a service is called: "review.example.com", "the embedded service". */
export function serviceName(service: string): string {
  return service === 'embedded' ? t('the embedded service') : (URL.parse(service)?.host ?? service);
}
