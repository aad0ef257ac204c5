import { tellingFolders } from '../current/tellingFolders.ts';
import { hasPullRequest, type ReviewSubject } from '../store/reviewRecord.ts';
import { repositoryName } from './reviewWords.ts';

/**
 * Returns what tells the repository of one of some reviews from those of the others, beside its title: empty where all are
 * of one working copy, or the title says it.
 */
export function repositoryWords(subjects: readonly ReviewSubject[]): (subject: ReviewSubject) => string {
  const homes = subjects.map(({ root = '', pullRequest: { repository } }) => ({ root, repository }));
  const distinct = [...new Map(homes.map(home => [`${home.root}\n${home.repository}`, home])).values()];
  const folders = tellingFolders(distinct);
  return subject => {
    const { root = '', pullRequest } = subject;
    const folder = folders.get(root);
    const isTold = distinct.length < 2 || (hasPullRequest(subject) && !folder);
    return isTold
      ? ''
      : repositoryName({ repository: pullRequest.repository, folder: folder === '' ? undefined : folder });
  };
}
