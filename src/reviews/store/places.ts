import { createHash } from 'node:crypto';
import path from 'node:path';

/** The places that reviews of a working copy are stored in. */
export function placesOf(root: string): readonly string[] {
  return [root, uncommittedPlace(root)];
}

/** The folder of all reviews. @param data the folder of the user's data */
export function reviewsFolder(data: string): string {
  return path.join(data, 'reviews');
}

/** The folder of a place. @param reviews the folder of all reviews */
export function folderOfPlace(reviews: string, place: string): string {
  return path.join(reviews, hash(place));
}

/** Whether a file in the folder of a place is a review, by its name. */
export function isReviewFile(name: string): boolean {
  return name.endsWith('.json');
}

/** Work is reviewed often before it is committed. That must not cost the reviews of branches. */
export function uncommittedPlace(root: string): string {
  return `uncommitted ${root}`;
}

/** A short name for a text of any length. */
export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
