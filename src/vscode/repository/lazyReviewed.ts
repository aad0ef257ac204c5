import type * as vscode from 'vscode';
import { userDataFolder } from '../../files/userDataFolder.ts';
import { topFolderOf } from '../../git/repository/workingCopy.ts';
import { hasStoredReviews } from '../../reviews/store/storedReviews.ts';
import { localFolders } from './localFolders.ts';
import { reviewedPlaces } from './reviewedPlaces.ts';

/**
 * Entry point of the bundle that looks, once a window is there, whether others have reviewed in its folders. It starts
 * no git and reads no review.
 * @param state of the workspace
 * @returns top folders of working copies that have reviews which this workspace does not know of
 */
export async function rootsReviewedElsewhere(state: vscode.Memento, env: NodeJS.ProcessEnv): Promise<string[]> {
  const known = reviewedPlaces(state).roots;
  const found = await Promise.all(localFolders().map(topFolderOf));
  const roots = [...new Set(found)].filter(root => root !== undefined).filter(root => !known.includes(root));
  const data = userDataFolder(env);
  const reviewed = await Promise.all(roots.map(root => hasStoredReviews(data, root)));
  return roots.filter((_, at) => reviewed[at]);
}
