import * as vscode from 'vscode';
import { splitLines } from '../core/lines.ts';
import { readBlobs } from '../git/blobs.ts';
import type { Git } from '../git/git.ts';
import { resolveCommit } from '../git/workingCopy.ts';
import type { SettledRecord } from '../reviews/reviewRecord.ts';

/** The files of a review as they were when it was made. */
export interface ReviewedFiles {
  /** The path that a file of the review has now, followed through renames. */
  pathNow(file: string): string;
  /** Its lines in the reviewed commit; undefined where they are not known. */
  lines(file: string): readonly string[] | undefined;
  /** Its lines in the commit that the pull request began at; undefined where they are not known. */
  removedLines(file: string): readonly string[] | undefined;
}

/** Files by path, as they were in the head and in the merge base. */
interface Texts {
  readonly right: ReadonlyMap<string, Buffer>;
  readonly left: ReadonlyMap<string, Buffer>;
}

const timeoutMs = 10_000;

/** Reads what was reviewed from git, once per review. */
export class ReviewedText {
  readonly #git: Git;
  readonly #onError: (error: unknown) => void;
  readonly #stop = new AbortController();
  // A review is looked up again whenever HEAD moves, and what was reviewed stays the same.
  #read: { readonly reviewId: string; readonly texts: Promise<Texts> } | undefined;

  constructor(git: Git, onError: (error: unknown) => void) {
    this.#git = git;
    this.#onError = onError;
  }

  /** The files at `paths` of a review; what cannot be read is unknown, not an error. */
  async of(record: SettledRecord, paths: readonly string[]): Promise<ReviewedFiles> {
    const { root, headCommit } = record.subject;
    const commit = record.review.commit ?? headCommit;
    if (root === undefined || commit === undefined || !vscode.workspace.isTrusted || paths.length === 0) return unknown;
    try {
      if (this.#read?.reviewId !== record.reviewId) {
        this.#read = { reviewId: record.reviewId, texts: this.#readTexts(record, root, commit, paths) };
      }
      const [{ right, left }, renames] = await Promise.all([this.#read.texts, this.#renames(root, commit)]);
      return {
        pathNow: file => renames.get(file) ?? file,
        lines: file => linesOf(right.get(file)),
        removedLines: file => linesOf(left.get(file)),
      };
    } catch (error) {
      this.#read = undefined;
      this.#onError(error);
      return unknown;
    }
  }

  dispose(): void {
    this.#stop.abort();
  }

  async #readTexts({ review }: SettledRecord, root: string, commit: string, paths: readonly string[]): Promise<Texts> {
    const { signal } = this.#stop;
    if ((await resolveCommit(this.#git, root, commit, signal)) === undefined)
      return { right: new Map(), left: new Map() };
    const hasLeft = (review.comments ?? []).some(({ side }) => side === 'left');
    const base = hasLeft
      ? await this.#git.tryRun(root, ['merge-base', commit, 'origin/HEAD'], { signal, timeoutMs })
      : undefined;
    const [right, left] = await Promise.all([
      readBlobs(this.#git, root, commit, paths, signal),
      base === undefined ? new Map<string, Buffer>() : readBlobs(this.#git, root, base, paths, signal),
    ]);
    return { right, left };
  }

  /** Files that the working copy has under another name than the reviewed commit. */
  async #renames(root: string, commit: string): Promise<Map<string, string>> {
    const args = ['diff', '--name-status', '--no-ext-diff', '-M', '-z', '--diff-filter=R', commit, '--'];
    const output = (await this.#git.tryRun(root, args, { signal: this.#stop.signal, timeoutMs })) ?? '';
    const fields = output.split('\0');
    const renames = new Map<string, string>();
    for (let at = 0; at + 2 < fields.length; at += 3) renames.set(fields[at + 1] ?? '', fields[at + 2] ?? '');
    return renames;
  }
}

const unknown: ReviewedFiles = { pathNow: file => file, lines: () => undefined, removedLines: () => undefined };

function linesOf(blob: Buffer | undefined): readonly string[] | undefined {
  return blob === undefined ? undefined : splitLines(blob.toString('utf8'));
}
