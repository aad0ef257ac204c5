import type { ReviewComment } from '../../core/review/review.ts';
import type { Renames } from '../store/renames.ts';
import type { FindingsRecord } from './shownReviews.ts';

// Records never change, and the hashes of a list are known by the list.
const known = new WeakMap<FindingsRecord, readonly ReviewComment[]>();

/** The comments of a review as they would have been before files were renamed, in order: the same list where none was. */
export function formerComments(record: FindingsRecord): readonly ReviewComment[] {
  const { comments = [] } = record.review;
  if (!('renamed' in record)) return comments;
  const made = known.get(record) ?? beforeRenames(comments, record.renamed);
  known.set(record, made);
  return made;
}

/** Comments with the paths and ids from before files were renamed. */
export function beforeRenames(comments: readonly ReviewComment[], renamed: Renames): readonly ReviewComment[] {
  const paths = new Map(renamed.paths);
  const ids = new Map(renamed.ids);
  return comments.map(comment => {
    const { path, members } = comment;
    const former = { ...comment, path: path === undefined ? undefined : (paths.get(path) ?? path) };
    return members === undefined ? former : { ...former, members: members.map(id => ids.get(id) ?? id) };
  });
}
