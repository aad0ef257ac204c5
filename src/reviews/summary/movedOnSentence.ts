import { plural } from '../../core/base/l10n.ts';
import { subjectName, type ReviewSubject } from '../store/reviewRecord.ts';

/** Says how many commits were pushed since a review. */
export function movedOnSentence(subject: ReviewSubject, commits: number): string {
  return plural(
    commits,
    '{name} has moved on: {count} commit pushed since the review.',
    '{name} has moved on: {count} commits pushed since the review.',
    { name: subjectName(subject) },
  );
}
