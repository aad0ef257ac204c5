import { access } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { splitGitLines } from '../../core/base/splitLines.ts';
import type { Review } from '../../core/review/review.ts';
import type { Git } from '../../git/run/git.ts';
import type { ReviewedBlobs } from '../../git/content/reviewedFiles.ts';
import type { FindingsRecord } from '../../reviews/current/shownReviews.ts';
import { coversBranch } from '../../reviews/store/reviewRecord.ts';
import { decodeText } from './decodeText.ts';
import { settings } from '../platform/settings.ts';

/** The files of a review as they were when it was made. */
interface ReviewedFiles {
  /** The path that a file of the review has now, followed through renames. */
  pathNow(file: string): string;
  /** Its lines in the reviewed commit, as git counts them; undefined where they are not known. */
  lines(file: string): readonly string[] | undefined;
  /** Its lines in the commit that the pull request began at; undefined where they are not known. */
  removedLines(file: string): readonly string[] | undefined;
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

  /**
   * The files at `paths` of a review; what cannot be read is unknown, not an error.
   * @param uriOf the URI of a path in the repository, whose encoding counts
   */
  async of(
    record: FindingsRecord,
    paths: readonly string[],
    uriOf: (file: string) => vscode.Uri,
  ): Promise<ReviewedFiles> {
    const { root } = record.subject;
    if (root === undefined || !vscode.workspace.isTrusted || paths.length === 0) return unknown;
    try {
      const read = this.#read.get(record.review) ?? this.#readBlobs(record, root, paths);
      this.#read.set(record.review, read);
      const blobs = await read;
      if (blobs === undefined) return unknown;
      // Only a file that is gone can have been renamed. To ask git each time would be most of the work.
      const names = paths.map(file => blobs.paths.get(file) ?? file);
      const renames = (await areThere(root, names)) ? new Map<string, string>() : await this.#renames(root, blobs);
      const pathNow = (file: string): string => {
        const name = blobs.paths.get(file) ?? file;
        return renames.get(name) ?? name;
      };
      const linesOf = (from: ReadonlyMap<string, Buffer>): Promise<Map<string, string[]>> => {
        return decodeAll(from, file => uriOf(pathNow(file)));
      };
      const [right, left] = await Promise.all([linesOf(blobs.right), linesOf(blobs.left)]);
      return { pathNow, lines: file => right.get(file), removedLines: file => left.get(file) };
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
    const { readReviewedFiles } = await import('../repository/repositoryReading.ts');
    return readReviewedFiles(this.#git, root, request, this.#stop.signal);
  }

  /** Without them, a file that was renamed is not found; the others are. */
  async #renames(root: string, { commit, paths }: ReviewedBlobs): Promise<ReadonlyMap<string, string>> {
    try {
      const { readRenames } = await import('../repository/repositoryReading.ts');
      return await readRenames(this.#git, root, commit, [...paths.values()], this.#stop.signal);
    } catch (error) {
      this.#stop.signal.throwIfAborted();
      this.#onError(error);
      return new Map();
    }
  }
}

const unknown: ReviewedFiles = { pathNow: file => file, lines: () => undefined, removedLines: () => undefined };

async function areThere(root: string, files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    files.map(file =>
      access(path.join(root, file)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return !found.includes(false);
}

async function decodeAll(
  blobs: ReadonlyMap<string, Buffer>,
  uriOf: (file: string) => vscode.Uri,
): Promise<Map<string, string[]>> {
  const lines = new Map<string, string[]>();
  await Promise.all(
    [...blobs].map(async ([file, blob]) => {
      const text = await decodeText(blob, uriOf(file));
      if (text !== undefined) lines.set(file, splitGitLines(text));
    }),
  );
  return lines;
}
