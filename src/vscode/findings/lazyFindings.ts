/** Entry point of the bundle that is loaded with the first findings that a window shows. */
export { userDataFolder } from '../../files/userDataFolder.ts';
export { openUserData } from '../../reviews/userData.ts';
export { Elsewhere } from './elsewhere/elsewhere.ts';
export { unplacedReview } from './placement/placedReview.ts';
export { placeReview } from './placement/placeReview.ts';
export { RecordDecisions } from './recordDecisions.ts';
export { ReviewedText } from './placement/reviewedText.ts';
