import path from 'node:path';
import * as vscode from 'vscode';
import { Slices } from '../../../core/base/slices.ts';
import { splitGitLines } from '../../../core/base/splitLines.ts';
import type { ReviewedBlobs } from '../../../git/content/reviewedFiles.ts';
import type { FindingsRecord } from '../../../reviews/current/shownReviews.ts';
import { commitFileUri } from './commitFile.ts';
import { decodeText } from '../placement/decodeText.ts';
import { FilePlacement } from '../placement/filePlacement.ts';
import { emptyPlacement, identifyComments, unplaced, type PlacedReview } from '../placement/placedReview.ts';

/** The files of a pull request that is not checked out. */
export interface PullRequestFiles {
  readonly blobs: ReviewedBlobs;
  /** Whether they are of the commit that was reviewed, and not of a later one. */
  readonly isReviewed: boolean;
}

/**
 * Places the findings of a pull request that is not checked out: in its files as they are in the reviewed commit.
 * @param root real path of the top folder of its repository
 * @param found undefined if the files are not known
 */
export async function placeElsewhere(
  record: FindingsRecord,
  root: string,
  found: PullRequestFiles | undefined,
): Promise<PlacedReview> {
  const comments = identifyComments(record);
  const byPath = Map.groupBy(comments, ({ comment }) => comment.path);
  const { repository, number } = record.subject.pullRequest;
  const folder = `${repository.slice(repository.lastIndexOf('/') + 1)} #${number}`;
  const files: FilePlacement[] = [];
  const lines = new Map<string, readonly string[] | undefined>();
  const slices = new Slices();
  const general = [...(byPath.get(undefined) ?? [])];
  for (const [file, ofFile] of byPath) {
    if (file === undefined) continue;
    await slices.rest();
    const name = found?.blobs.paths.get(file) ?? file;
    const text = await textOf(found?.blobs.right.get(file), root, name);
    if (found === undefined || text === undefined) {
      general.push(...ofFile);
      continue;
    }
    const removed = await textOf(found.blobs.left.get(file), root, name);
    const texts = {
      reviewed: found.isReviewed ? splitGitLines(text) : undefined,
      removed: removed === undefined ? undefined : splitGitLines(removed),
    };
    const uri = commitFileUri({ root, commit: found.blobs.commit, path: name }, folder);
    files.push(new FilePlacement({ uri, path: name }, ofFile, texts, text));
    for (const { id, comment } of ofFile) lines.set(id, comment.side === 'left' ? texts.removed : texts.reviewed);
  }
  return { ...emptyPlacement, files, general: general.map(unplaced), linesOf: id => lines.get(id) };
}

async function textOf(bytes: Buffer | undefined, root: string, file: string): Promise<string | undefined> {
  return bytes && decodeText(bytes, vscode.Uri.file(path.join(root, file)));
}
