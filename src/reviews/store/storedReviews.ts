import { readdir } from 'node:fs/promises';
import { folderOfPlace, isReviewFile, placesOf, reviewsFolder } from './places.ts';

/**
 * Whether reviews of a working copy are stored, by the names of files.
 * @param data the folder of the user's data
 * @param root top folder of the working copy
 */
export async function hasStoredReviews(data: string, root: string): Promise<boolean> {
  const folders = placesOf(root).map(place => folderOfPlace(reviewsFolder(data), place));
  const names = await Promise.all(folders.map(folder => readdir(folder).catch(() => [])));
  return names.flat().some(isReviewFile);
}
