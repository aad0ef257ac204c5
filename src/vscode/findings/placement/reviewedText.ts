import * as vscode from 'vscode';
import { splitGitLines } from '../../../core/base/splitLines.ts';
import type { Review } from '../../../core/review/review.ts';
import type { Git } from '../../../git/run/git.ts';
import type { ReviewedBlobs } from '../../../git/content/reviewedFiles.ts';
import type { FindingsRecord } from '../../../reviews/current/shownReviews.ts';
import { coversBranch } from '../../../reviews/store/reviewRecord.ts';
import { decodeText } from './decodeText.ts';
import { settings } from '../../platform/settings.ts';

/** The files of a review as they were when it was made. */
export interface ReviewedFiles {
  /** The path of a file in the reviewed commit. */
  nameOf(file: string): string;
  /** Its lines in the reviewed commit, as git counts them; undefined where they are not known. @param uri its encoding counts */
  lines(file: string, uri: vscode.Uri): Promise<readonly string[] | undefined>;
  /** Its lines in the commit that the pull request began at; undefined where they are not known. */
  removedLines(file: string, uri: vscode.Uri): Promise<readonly string[] | undefined>;
  /** Asks git for the files that were renamed since: their paths now, by those in the reviewed commit. */
  renames(): Promise<ReadonlyMap<string, string>>;
}

/** Reads what was reviewed from git, once per review. */
export class ReviewedText {
  readonly #git: Git;
  readonly #onError: (error: unknown) => void;
  readonly #stop = new AbortController();
  // A review is looked up again whenever HEAD moves, and what was reviewed stays the same. Not by its id, which two
  // services may have given.
  readonly #read = new WeakMap<Review, Promise<ReviewedBlobs | undefined>>();

  constructor(git: Git, onError: (error: unknown) => void) {
    this.#git = git;
    this.#onError = onError;
  }

  /** The files at `paths` of a review; what cannot be read is unknown, not an error. */
  async of(record: FindingsRecord, paths: readonly string[]): Promise<ReviewedFiles> {
    const { root } = record.subject;
    if (root === undefined || !vscode.workspace.isTrusted || paths.length === 0) return unknown;
    try {
      const read = this.#read.get(record.review) ?? this.#readBlobs(record, root, paths);
      this.#read.set(record.review, read);
      const blobs = await read;
      if (blobs === undefined) return unknown;
      return {
        nameOf: file => blobs.paths.get(file) ?? file,
        lines: (file, uri) => linesOf(blobs.right.get(file), uri),
        removedLines: (file, uri) => linesOf(blobs.left.get(file), uri),
        renames: () => this.#renames(root, blobs),
      };
    } catch (error) {
      this.#read.delete(record.review);
      if (!this.#stop.signal.aborted) this.#onError(error);
      return unknown;
    }
  }

  dispose(): void {
    this.#stop.abort();
  }

  async #readBlobs(
    { subject, review }: FindingsRecord,
    root: string,
    paths: readonly string[],
  ): Promise<ReviewedBlobs | undefined> {
    const commit = review.commit ?? subject.headCommit;
    if (commit === undefined) return undefined;
    const withBase = (review.comments ?? []).some(({ side }) => side === 'left');
    const branch = coversBranch(subject) ? subject.branch : undefined;
    const { repository } = subject.pullRequest;
    const request = { commit, repository, branch, hosts: settings.hosts, paths, withBase };
    const { readReviewedFiles } = await import('../../repository/repositoryReading.ts');
    return readReviewedFiles(this.#git, root, request, this.#stop.signal);
  }

  /** Without them, a file that was renamed is not found; the others are. */
  async #renames(root: string, { commit, paths }: ReviewedBlobs): Promise<ReadonlyMap<string, string>> {
    try {
      const { readRenames } = await import('../../repository/repositoryReading.ts');
      return await readRenames(this.#git, root, commit, [...paths.values()], this.#stop.signal);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#onError(error);
      return new Map();
    }
  }
}

const unknown: ReviewedFiles = {
  nameOf: file => file,
  lines: () => Promise.resolve(undefined),
  removedLines: () => Promise.resolve(undefined),
  renames: () => Promise.resolve(new Map()),
};

async function linesOf(blob: Buffer | undefined, uri: vscode.Uri): Promise<readonly string[] | undefined> {
  const text = blob && (await decodeText(blob, uri));
  return text === undefined ? undefined : splitGitLines(text);
}
