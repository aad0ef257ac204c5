/** Entry point of the bundle that is loaded when the first review of a window is triggered or watched. */
export { cancelReview, resumeReview } from './pendingReviews.ts';
export { reviewAgain } from './reviewAgain.ts';
export { ReviewCommands } from './review.ts';
export { reviewChanges } from './reviewChanges.ts';
export { followRenames } from '../../reviews/renames/followRenames.ts';
export { ReviewRuns } from '../../reviews/reviewRuns.ts';
export { ReviewSubjects } from '../review/reviewSubjects.ts';
export { ReviewWatch } from '../review/reviewWatch.ts';
export { SharedPolling } from '../../reviews/watch/sharedPolling.ts';
export { WindowActivity } from '../review/windowActivity.ts';
