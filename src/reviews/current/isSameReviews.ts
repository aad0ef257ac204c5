import type { CurrentReview, RepositoryReviews } from './repositoryReviews.ts';

/** Whether two states of a window have the same reviews in the same roles. Records are compared by identity. */
export function isSameReviews(a: readonly RepositoryReviews[], b: readonly RepositoryReviews[]): boolean {
  return isSameList(a, b, (one, other) => {
    const isSameRepository =
      one.repository === other.repository &&
      one.folder === other.folder &&
      one.open?.root === other.open?.root &&
      one.open?.branch === other.open?.branch &&
      one.open?.head === other.open?.head;
    return (
      isSameRepository &&
      isSameList(one.current, other.current, isSameReview) &&
      isSameList(one.superseded, other.superseded, isSameReview)
    );
  });
}

function isSameReview(a: CurrentReview, b: CurrentReview): boolean {
  return (
    a.key === b.key &&
    a.shown === b.shown &&
    a.unread === b.unread &&
    a.ahead === b.ahead &&
    a.unpushed === b.unpushed &&
    a.isCommitted === b.isCommitted &&
    a.isChanged === b.isChanged &&
    a.superseded === b.superseded &&
    isSameList(a.records, b.records, Object.is)
  );
}

function isSameList<T>(a: readonly T[], b: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
  return a.length === b.length && a.every((one, index) => isSame(one, b[index] as T));
}
