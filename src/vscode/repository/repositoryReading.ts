/** Entry point of the bundle that reads repositories, loaded on first use. */
export { readBlobs } from '../../git/content/blobs.ts';
export { NotARepositoryError } from '../../git/run/gitErrors.ts';
export { findGit } from '../../git/run/findGit.ts';
export { readConfig } from '../../git/repository/config.ts';
export { identifyRepository } from '../../git/repository/identifyRepository.ts';
export { findPullRequestHead } from '../../git/pullRequest/pullRequestHead.ts';
export { isOnOtherHost, parsePullRequestInput } from '../../git/pullRequest/pullRequestInput.ts';
export { countUnpushed, pushedSince } from '../../git/pullRequest/pushedSince.ts';
export { distanceBetween, holdsSnapshot } from '../../git/content/commitFacts.ts';
export { findRenames, readDeletions } from '../../git/content/goneFiles.ts';
export { namesIn, readReviewedFiles } from '../../git/content/reviewedFiles.ts';
export { filesOfTree, listTree } from '../../git/content/treeFiles.ts';
export { openWorkingCopy } from '../../git/repository/workingCopy.ts';
export { WorkComparison } from '../../git/content/workComparison.ts';
export { formerBranches } from '../../reviews/renames/formerBranches.ts';
export { movedOnSentence } from '../../reviews/summary/movedOnSentence.ts';
