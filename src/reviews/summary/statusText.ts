import { plural, t } from '../../core/base/l10n.ts';
import { plainLabel } from '../../core/base/text.ts';
import { severityName } from '../../core/review/severity.ts';
import { hasPullRequest, isUncommitted, isWatched } from '../store/reviewRecord.ts';
import type { CurrentReview } from '../current/repositoryReviews.ts';
import type { RepositoryOverview, ReviewFinding } from '../current/overview.ts';
import { findingWords, repositoryName, reviewWords, rowName, serviceName, sinceWords } from './reviewWords.ts';

/** What the status bar says of a repository. */
export interface StatusText {
  /** An icon and a word or two. */
  readonly text: string;
  /** The repository, if it has to be told from others, then a line for each current review. */
  readonly lines: readonly string[];
}

/**
 * Returns the text for a repository's verdict. Only `clear` gets the icon of a pass.
 * @param now milliseconds since the epoch
 * @param isNamed whether other repositories are open, so that it has to be named
 */
export function statusText<T extends ReviewFinding>(
  repository: RepositoryOverview<T>,
  now: number,
  isNamed = false,
): StatusText {
  const { reviews, repository: fullName, folder } = repository;
  const [icon, words] = iconAndWords(repository);
  const [only] = reviews;
  const number =
    only && hasPullRequest(only.review.subject) ? `#${only.review.subject.pullRequest.number}` : t('Review');
  const about = reviews.length === 1 ? number : t('Review');
  const short = repositoryName({
    repository: plainLabel(fullName.slice(fullName.lastIndexOf('/') + 1), 30),
    folder: folder && plainLabel(folder, 30),
  });
  const name = isNamed ? `${short} ${about}` : about;
  const names = reviews.map(({ review }) => rowName(review.subject));
  const lines = reviews.map(({ review, counts }, index) => {
    const own = names[index] ?? '';
    // Two services may have reviewed the same.
    const service = names.indexOf(own) === names.lastIndexOf(own) ? [] : [serviceName(review.subject.service)];
    const facts = [...reviewWords(review, counts), ...sinceWords(review, now), ...service];
    return t('{name}: {text}', { name: own, text: facts.join(' · ') });
  });
  const text = words === '' ? name : t('{name}: {text}', { name, text: plainLabel(words) });
  return { text: `$(${icon}) ${text}`, lines: isNamed ? [repositoryName(repository), ...lines] : lines };
}

function iconAndWords<T extends ReviewFinding>({
  verdict,
  counts,
}: RepositoryOverview<T>): [icon: string, words: string] {
  const { kind, review } = verdict;
  const { open, closed, outdated, hidden, worst } = counts;
  const all = open + closed + outdated + hidden;
  const ofAll = closed > 0 && open > 0 ? t('{open} of {all} open', { open, all }) : findingWords(counts);
  const nothingLeft = { ...counts, open: 0, new: 0, outdated: 0, hidden: 0 };
  const state = review === undefined ? '' : (reviewWords(review, nothingLeft)[0] ?? '');
  const rated = (words: string): string =>
    worst === undefined || worst === 'unknown' ? words : `${words} (${severityName(worst)})`;
  const withOpen = (words: string): string => (open > 0 ? `${words} · ${rated(t('{open} open', { open }))}` : words);
  switch (kind) {
    case 'pending': {
      const [latest] = review?.records ?? [];
      return [latest !== undefined && isWatched(latest) ? 'sync~spin' : 'watch', withOpen(state)];
    }
    case 'failed':
      return ['error', withOpen(t('review failed'))];
    case 'notRun':
      return ['circle-slash', withOpen(t('not reviewed'))];
    case 'incomplete':
      return ['warning', withOpen(state)];
    case 'open':
      return ['comment-unresolved', rated(ofAll)];
    case 'behind': {
      return [
        'history',
        review?.isEarlier === true ? t('an earlier review is shown') : behindWords(review, closed > 0),
      ];
    }
    case 'none':
      return ['comment-discussion', ''];
    case 'clear':
      return ['pass', closed > 0 ? t('all done') : t('no issues')];
  }
}

/** What may be said of a review that has not read what is there now. @param isDone whether it had findings, which are closed */
function behindWords(review: CurrentReview | undefined, isDone: boolean): string {
  if (review !== undefined && isUncommitted(review.subject)) {
    if (review.isChanged === true) return isDone ? t('all done, changed since') : t('no issues, changed since');
  } else if (review?.ahead) {
    return isDone
      ? t('all done in a commit that is not checked out')
      : t('no issues in a commit that is not checked out');
  } else if (review?.unread) {
    return isDone
      ? plural(review.unread, 'all done as of {count} commit ago', 'all done as of {count} commits ago')
      : plural(review.unread, 'no issues as of {count} commit ago', 'no issues as of {count} commits ago');
  }
  return isDone ? t('all done in what was reviewed') : t('no issues in what was reviewed');
}
