import path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../../core/base/disposable.ts';
import type { Review } from '../../../core/review/review.ts';
import type { ReviewedBlobs } from '../../../git/content/reviewedFiles.ts';
import type { Git } from '../../../git/run/git.ts';
import type { FindingsRecord } from '../../../reviews/current/shownReviews.ts';
import { commitOf } from '../../../reviews/store/reviewRecord.ts';
import { settings } from '../../platform/settings.ts';
import type { OpenRepositories } from '../../repository/openRepositories.ts';
import { decodeText } from '../placement/decodeText.ts';
import type { PlacedReview } from '../placement/placedReview.ts';
import { parseCommitFileUri } from './commitFile.ts';
import { placeElsewhere, type PullRequestFiles } from './placeElsewhere.ts';

/** Pull requests that are not checked out: a bundle of its own, loaded with the first of them. */
export class Elsewhere implements Disposable {
  readonly #git: Git;
  readonly #copies: Pick<OpenRepositories, 'all'>;
  readonly #onError: (error: unknown) => void;
  readonly #stop = new AbortController();
  readonly #read = new WeakMap<Review, Promise<PullRequestFiles | undefined>>();

  constructor(git: Git, copies: Pick<OpenRepositories, 'all'>, onError: (error: unknown) => void) {
    this.#git = git;
    this.#copies = copies;
    this.#onError = onError;
  }

  /**
   * Places the findings of a review in the files of its commit; what cannot be read is not placed.
   * @param root real path of the top folder of its repository
   */
  async place(record: FindingsRecord, root: string): Promise<PlacedReview> {
    const read = this.#read.get(record.review) ?? this.#readFiles(record, root);
    this.#read.set(record.review, read);
    try {
      return await placeElsewhere(record, root, await read);
    } catch (error) {
      this.#read.delete(record.review);
      if (!this.#stop.signal.aborted) this.#onError(error);
      return placeElsewhere(record, root, undefined);
    }
  }

  /** Reads a file of a commit from a repository of this window. @throws FileSystemError if there is no such file */
  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const file = parseCommitFileUri(uri);
    const isOpen = (await this.#copies.all()).some(({ copy }) => copy.root === file?.root);
    if (file === undefined || !isOpen) throw vscode.FileSystemError.FileNotFound(uri);
    const { readBlobs } = await import('../../repository/repositoryReading.ts');
    const bytes = (await readBlobs(this.#git, file.root, file.commit, [file.path], this.#stop.signal)).get(file.path);
    if (bytes === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    // The encoding of the file in its folder counts, which the editor does not know here; the mark tells it this one.
    const text = await decodeText(bytes, vscode.Uri.file(path.join(file.root, file.path)));
    return text === undefined ? bytes : Buffer.from(`\ufeff${text}`);
  }

  dispose(): void {
    this.#stop.abort();
  }

  /** A service may not name the commit, and a server may not give it: then the head of the pull request is read. */
  async #readFiles(record: FindingsRecord, root: string): Promise<PullRequestFiles | undefined> {
    if (!vscode.workspace.isTrusted) return undefined;
    const commit = commitOf(record);
    const reviewed = commit === undefined ? undefined : await this.#blobsAt(record, root, commit);
    if (reviewed !== undefined) return { blobs: reviewed, isReviewed: true };
    const { findPullRequestHead } = await import('../../repository/repositoryReading.ts');
    const { signal } = this.#stop;
    const head = await findPullRequestHead(this.#git, root, record.subject.pullRequest, settings.hosts, signal);
    const blobs = head && (await this.#blobsAt(record, root, head.commit));
    return blobs && { blobs, isReviewed: false };
  }

  async #blobsAt(
    { subject, review }: FindingsRecord,
    root: string,
    commit: string,
  ): Promise<ReviewedBlobs | undefined> {
    const comments = review.comments ?? [];
    const paths = [...new Set(comments.flatMap(({ path: file }) => file ?? []))];
    const withBase = comments.some(({ side }) => side === 'left');
    const { repository } = subject.pullRequest;
    const request = { commit, repository, branch: undefined, hosts: settings.hosts, paths, withBase };
    const { readReviewedFiles } = await import('../../repository/repositoryReading.ts');
    return readReviewedFiles(this.#git, root, request, this.#stop.signal);
  }
}
