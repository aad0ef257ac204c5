/** What reads a repository: a bundle of its own, loaded when one is first looked at. */
export { findGit } from '../git/findGit.ts';
export { identifyRepository } from '../git/identity.ts';
export { isElsewhere, parsePullRequestInput } from '../git/pullRequestInput.ts';
export { pushedSince } from '../git/pushedSince.ts';
export { readRenames, readReviewedFiles } from '../git/reviewedFiles.ts';
export { openWorkingCopy } from '../git/workingCopy.ts';
