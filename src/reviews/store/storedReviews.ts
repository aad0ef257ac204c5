import { readdir } from 'node:fs/promises';
import { movedCopy } from './movedCopies.ts';
import { folderOfPlace, isReviewFile, placesOf, reviewsFolder } from './places.ts';

/**
 * Whether reviews of a working copy are stored, by the names of files, also from before it was moved.
 * @param data the folder of the user's data
 * @param root top folder of the working copy
 */
export async function hasStoredReviews(data: string, root: string): Promise<boolean> {
  const reviews = reviewsFolder(data);
  const { left = [] } = (await movedCopy(reviews, root)) ?? {};
  const folders = [...placesOf(root), ...left].map(place => folderOfPlace(reviews, place));
  const names = await Promise.all(folders.map(folder => readdir(folder).catch(() => [])));
  return names.flat().some(isReviewFile);
}
