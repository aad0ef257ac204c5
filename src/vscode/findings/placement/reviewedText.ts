import * as vscode from 'vscode';
import { Slices } from '../../../core/base/slices.ts';
import { splitGitLines } from '../../../core/base/splitLines.ts';
import type { Review } from '../../../core/review/review.ts';
import type { Git } from '../../../git/run/git.ts';
import type { ReviewedBlobs } from '../../../git/content/reviewedFiles.ts';
import { isFullHash } from '../../../git/repository/workingCopy.ts';
import type { FindingsRecord } from '../../../reviews/current/shownReviews.ts';
import { coversBranch, type ReviewRecord } from '../../../reviews/store/reviewRecord.ts';
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
  /** Its size in the reviewed commit, in bytes; undefined where it is not known. */
  sizeOf(file: string): number | undefined;
  /** Asks git for the files that were renamed since: their paths now, by those in the reviewed commit. */
  renames(): Promise<ReadonlyMap<string, string>>;
  /** Asks git which of these files were deleted since and the deletion committed. */
  deleted(files: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The ids of the blobs of a commit, by path. */
type BlobIds = ReadonlyMap<string, string>;

/** Of a larger commit the files are not listed, in bytes of the list. */
const longestList = 8 << 20;
const none: BlobIds = new Map();

/** Reads what was reviewed from git, once per review. */
export class ReviewedText {
  readonly #git: Git;
  readonly #onError: (error: unknown) => void;
  readonly #stop = new AbortController();
  // A review is looked up again whenever HEAD moves, and what was reviewed stays the same. Not by its id, which two
  // services may have given.
  readonly #read = new WeakMap<
    Review,
    { readonly paths: ReadonlySet<string>; readonly blobs: Promise<ReviewedBlobs | undefined> }
  >();
  /** By top folder, for the review that began there last. */
  readonly #listed = new Map<string, { readonly commit: string; readonly ids: Promise<BlobIds> }>();

  constructor(git: Git, onError: (error: unknown) => void) {
    this.#git = git;
    this.#onError = onError;
  }

  /** Lists the files of the commit that a review under way is about, so that its answer need not wait for git. */
  expect({ subject: { root, headCommit: commit } }: ReviewRecord): void {
    if (root === undefined || commit === undefined || !isFullHash(commit) || !vscode.workspace.isTrusted) return;
    if (this.#listed.get(root)?.commit !== commit) this.#listed.set(root, { commit, ids: this.#list(root, commit) });
  }

  /** The blobs of the reviewed commit, where `expect` has listed them. */
  async blobsOf({ subject, review }: FindingsRecord): Promise<BlobIds> {
    const listed = subject.root === undefined ? undefined : this.#listed.get(subject.root);
    return listed?.commit === (review.commit ?? subject.headCommit) ? ((await listed?.ids) ?? none) : none;
  }

  /** The files at `paths` of a review; what cannot be read is unknown, not an error. */
  async of(record: FindingsRecord, paths: readonly string[]): Promise<ReviewedFiles> {
    const { root } = record.subject;
    if (root === undefined || !vscode.workspace.isTrusted || paths.length === 0) return unknown;
    try {
      const before = this.#read.get(record.review);
      const isRead = before !== undefined && paths.every(each => before.paths.has(each));
      const read = isRead ? before : { paths: new Set(paths), blobs: this.#readBlobs(record, root, paths) };
      this.#read.set(record.review, read);
      const blobs = await read.blobs;
      if (blobs === undefined) return unknown;
      return {
        nameOf: file => blobs.paths.get(file) ?? file,
        lines: (file, uri) => linesOf(blobs.right.get(file), uri),
        removedLines: (file, uri) => linesOf(blobs.left.get(file), uri),
        sizeOf: file => blobs.right.get(file)?.length,
        renames: () => this.#renames(root, blobs),
        deleted: files => this.#deleted(root, blobs, files),
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

  /** Without them, what was reviewed is read when the answer is there. */
  async #list(root: string, commit: string): Promise<BlobIds> {
    try {
      const { filesOfTree, listTree } = await import('../../repository/repositoryReading.ts');
      const listed = await listTree(this.#git, root, commit, { signal: this.#stop.signal, maxBytes: longestList });
      const ids = new Map<string, string>();
      const slices = new Slices();
      for (const [file, id] of filesOfTree(listed)) {
        ids.set(file, id);
        await slices.rest();
      }
      return ids;
    } catch {
      return none;
    }
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
  async #renames(root: string, blobs: ReviewedBlobs): Promise<ReadonlyMap<string, string>> {
    try {
      const { findRenames, namesIn } = await import('../../repository/repositoryReading.ts');
      return await findRenames(this.#git, root, blobs.commit, namesIn(blobs), this.#stop.signal);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#onError(error);
      return new Map();
    }
  }

  /** Without them, the findings of a file that was deleted stay as they are. */
  async #deleted(
    root: string,
    { commit, paths, right }: ReviewedBlobs,
    files: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const known = files.filter(file => right.has(file));
    if (known.length === 0) return new Set();
    try {
      const { readDeletions } = await import('../../repository/repositoryReading.ts');
      const deleted = await readDeletions(this.#git, root, commit, this.#stop.signal);
      return new Set(known.filter(file => deleted.has(paths.get(file) ?? file)));
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#onError(error);
      return new Set();
    }
  }
}

const unknown: ReviewedFiles = {
  nameOf: file => file,
  lines: () => Promise.resolve(undefined),
  removedLines: () => Promise.resolve(undefined),
  sizeOf: () => undefined,
  renames: () => Promise.resolve(new Map()),
  deleted: () => Promise.resolve(new Set()),
};

async function linesOf(blob: Buffer | undefined, uri: vscode.Uri): Promise<readonly string[] | undefined> {
  const text = blob && (await decodeText(blob, uri));
  return text === undefined ? undefined : splitGitLines(text);
}
