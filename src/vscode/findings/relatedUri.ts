import type * as vscode from 'vscode';
import type { RelatedLocation, ReviewComment } from '../../core/review/review.ts';
import { commitFileScheme, commitFileUri, parseCommitFileUri } from './elsewhere/commitFile.ts';

/**
 * The URI of another place of a finding, in the same repository or commit as the finding's own file.
 * @param uri the finding's own file; undefined is returned if it was renamed since the review
 */
export function relatedUri(
  { path: own }: ReviewComment,
  uri: vscode.Uri,
  { path: other }: RelatedLocation,
): vscode.Uri | undefined {
  if (own === undefined || !uri.path.endsWith(`/${own}`)) return undefined;
  const folder = uri.path.slice(0, -own.length - 1);
  if (uri.scheme !== commitFileScheme) return uri.with({ path: `${folder}/${other}` });
  const file = parseCommitFileUri(uri);
  return file && commitFileUri({ ...file, path: other }, folder.slice(1));
}
