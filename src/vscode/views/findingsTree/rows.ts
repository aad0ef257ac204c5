import { t } from '../../../core/base/l10n.ts';
import type { RepositoryOverview, ReviewOverview, WindowOverview } from '../../../reviews/current/overview.ts';
import type { WorkItem } from '../../findings/workItem.ts';
import { findingRows, type Grouping } from './findingRows.ts';
import { noteRows } from './noteRows.ts';
import { group, noRows, textRow, type Row } from './row.ts';

const mostEarlier = 10;

/** Returns the rows at the top: the reviews, below their repository where there are several. */
export function topRows({ repositories }: WindowOverview<WorkItem>, grouping: Grouping): Row[] {
  const all = repositories.flatMap(({ reviews, others }) => [...reviews, ...others]);
  const namesService = new Set(all.map(({ review }) => review.subject.service)).size > 1;
  const reviewed = repositories.filter(({ reviews, others }) => reviews.length + others.length > 0);
  if (repositories.length <= 1)
    return reviewed.flatMap(repository => rowsOfRepository(repository, grouping, namesService));
  return reviewed.map(repository => ({
    kind: 'repository',
    id: `repository:${repository.open?.root ?? repository.repository}`,
    repository,
    rows: () => rowsOfRepository(repository, grouping, namesService),
  }));
}

function rowsOfRepository(
  { reviews, others, repository, open }: RepositoryOverview<WorkItem>,
  grouping: Grouping,
  namesService: boolean,
): Row[] {
  const rowsOf = (some: readonly ReviewOverview<WorkItem>[], collapsed: boolean): Row[] =>
    some.flatMap(overview => {
      const { review, counts } = overview;
      const [record] = review.records;
      const rows = (): readonly Row[] => rowsOfReview(overview, grouping);
      if (record === undefined) return [];
      const { open: opened, outdated, hidden, closed } = counts;
      const isEmpty = review.shown === undefined && opened + outdated + hidden + closed === 0;
      // The editor keeps a row folded that had nothing below it when it was first drawn, so it is another row by then.
      const id = `review:${review.key}${isEmpty ? ' without result' : ''}`;
      return [{ kind: 'review', id, review, root: open?.root, record, counts, namesService, collapsed, isEmpty, rows }];
    });
  const place = open?.root ?? repository;
  const isOfBranch = ({ review }: ReviewOverview<WorkItem>): boolean => review.superseded === 'otherBranch';
  const superseded = others.filter(each => !isOfBranch(each));
  return [
    ...rowsOf(reviews, false),
    ...group(`superseded:${place}`, t('Superseded'), 'archive', rowsOf(superseded, true)),
    ...group(`branches:${place}`, t('Other branches'), 'git-branch', rowsOf(others.filter(isOfBranch), true)),
  ];
}

function rowsOfReview({ review, findings }: ReviewOverview<WorkItem>, grouping: Grouping): Row[] {
  const { key, earlier } = review;
  const { missing, undecoded, gone, about } = noteRows(review);
  const hidden = findings.filter(({ isShown }) => !isShown).length;
  const history = earlier.slice(0, mostEarlier).map((record): Row => {
    return { kind: 'earlier', id: `earlier:${key}/${record.reviewId}`, record, series: key, rows: noRows };
  });
  const isWhole = !review.shown?.review.gaps?.length;
  // Of a clean review they are all there is to read.
  const isFolded = isWhole && findings.length > 0 && about.length > 3;
  const sentence = t('{hidden} more hidden by the filter or the settings', { hidden });
  const unmute = { title: t('Unmute…'), command: 'codeReview.unmute' };
  return [
    ...missing,
    ...findingRows(key, findings, grouping, undecoded),
    ...(hidden === 0 ? [] : [textRow(`hidden:${key}`, sentence, 'eye-closed', unmute)]),
    ...gone,
    ...group(`notes:${key}`, t('About this review'), isWhole ? 'info' : 'warning', about, isFolded),
    ...group(`history:${key}`, t('Earlier'), 'history', history),
  ];
}
