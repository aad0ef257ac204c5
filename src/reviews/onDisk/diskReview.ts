import { readFile, stat } from 'node:fs/promises';
import { once } from '../../core/base/once.ts';
import { splitGitLines } from '../../core/base/splitLines.ts';
import { atEachPlace, firstLeft } from '../../core/placement/commentPlaces.ts';
import { mayBeRenamed } from '../../core/placement/mayBeRenamed.ts';
import { placeFindings, type IdentifiedComment } from '../../core/placement/placeFindings.ts';
import type { Finding } from '../../core/review/finding.ts';
import { stampOf } from '../../files/fileStamps.ts';
import { findRenames, readDeletions } from '../../git/content/goneFiles.ts';
import { namesIn, readReviewedFiles, type ReviewedBlobs } from '../../git/content/reviewedFiles.ts';
import { editorPaths } from '../../git/repository/editorPaths.ts';
import { fileInside, pathInRepository } from '../../git/repository/fileInside.ts';
import { resolveCommit } from '../../git/repository/workingCopy.ts';
import type { Git } from '../../git/run/git.ts';
import { findingId, type FindingsRecord, type ShownReview } from '../current/shownReviews.ts';
import type { KnownFinding } from '../decisions/decisions.ts';
import { knownFindings } from '../decisions/knownFindings.ts';
import { coversBranch } from '../store/reviewRecord.ts';

const largestFile = 20 << 20;

/** A finding, and the real path of the file that it is in; `undefined` without one. */
interface DiskPlace {
  readonly finding: Finding;
  readonly file: string | undefined;
}

interface PlacedFile {
  readonly file: string;
  /** Its path in the repository. */
  readonly path: string;
  readonly comments: readonly IdentifiedComment[];
  readonly reviewed: readonly string[] | undefined;
  readonly removed: readonly string[] | undefined;
}

/** The findings of one review, placed in the files of its working copy as they are on disk. */
export class DiskReview {
  readonly record: FindingsRecord;
  /** In the order of the comments. */
  readonly known: readonly KnownFinding[];
  /** As they are told at each of their places, by the id of their finding, in the order of the comments. */
  readonly #comments: ReadonlyMap<string, readonly IdentifiedComment[]>;
  readonly #files: readonly PlacedFile[];
  readonly #general: readonly DiskPlace[];
  readonly #stamps = new Map<string, string>();
  readonly #placed = new Map<string, readonly DiskPlace[]>();

  private constructor(
    record: FindingsRecord,
    comments: readonly IdentifiedComment[],
    files: readonly PlacedFile[],
    general: readonly Finding[],
  ) {
    this.record = record;
    this.#comments = Map.groupBy(comments, ({ id }) => id);
    this.#files = files;
    this.#general = general.map(finding => ({ finding, file: undefined }));
    const lines = new Map(
      files.flatMap(({ comments: ofFile, reviewed, removed }) =>
        ofFile.map(({ comment }) => [comment, comment.side === 'left' ? removed : reviewed] as const),
      ),
    );
    const own = record.review.comments ?? [];
    // Whatever place it is shown at, a finding is known by the code at its own.
    this.known = knownFindings(own, index => {
      const comment = own[index];
      return comment && lines.get(comment);
    });
  }

  /** Reads what was reviewed from git. Nothing is fetched. */
  static async open(git: Git, { record, isHere }: ShownReview, signal: AbortSignal): Promise<DiskReview> {
    const own = (record.review.comments ?? []).map((comment, index): IdentifiedComment => {
      return { id: findingId(record, index), comment };
    });
    const { root } = record.subject;
    const top = root === undefined || !isHere ? undefined : await editorPaths.identityOf(root);
    if (top === undefined) return new DiskReview(record, own, [], own.map(unplaced));
    const comments = own.flatMap(({ id, comment }) => atEachPlace(comment).map(each => ({ id, comment: each })));
    const names = new Map<string, string>();
    for (const { path: named } of comments.map(({ comment }) => comment))
      if (named !== undefined && !names.has(named)) names.set(named, pathInRepository(top, named));
    const blobs = await reviewedBlobs(git, top, record, [...names.values()], signal);
    const renames = await renamesOf(git, top, blobs, [...names.values()], signal);
    const files: PlacedFile[] = [];
    const general = comments.filter(({ comment }) => comment.path === undefined).map(unplaced);
    const deletions = once(async () =>
      blobs === undefined ? new Set() : readDeletions(git, top, blobs.commit, signal),
    );
    for (const [named, ofFile] of Map.groupBy(comments, ({ comment }) => names.get(comment.path ?? ''))) {
      if (named === undefined) continue;
      const now = renames.get(named) ?? named;
      const found = fileInside(top, now);
      if (found === undefined) {
        const wasThere = blobs?.right.has(named) === true;
        const isDeleted = wasThere && (await deletions()).has(blobs.paths.get(named) ?? named);
        general.push(...ofFile.map(isDeleted ? outdated : unplaced));
      } else
        files.push({
          file: found.identity,
          path: now,
          comments: ofFile,
          reviewed: linesOf(blobs?.right.get(named)),
          removed: linesOf(blobs?.left.get(named)),
        });
    }
    return new DiskReview(record, comments, files, general);
  }

  /** Places the findings of files that changed since. @returns whether there were any */
  async refresh(): Promise<boolean> {
    const changed = this.#files.filter(({ file }) => this.#stamps.get(file) !== stampOf([file]));
    for (const { file, path, comments, reviewed, removed } of changed) {
      this.#stamps.set(file, stampOf([file]));
      const live = await readText(file);
      const findings =
        live === undefined ? comments.map(unplaced) : placeFindings(comments, { reviewed, removed, live }, path);
      this.#placed.set(
        file,
        findings.map(finding => ({ finding, file })),
      );
    }
    return changed.length > 0;
  }

  /** The findings where they are now, in the order of the comments. */
  places(): readonly DiskPlace[] {
    const all = [...this.#placed.values(), this.#general].flat();
    const byComment = new Map(all.map(place => [place.finding.comment, place]));
    return [...this.#comments.values()].flatMap(
      places => firstLeft(places.flatMap(({ comment }) => byComment.get(comment) ?? [])) ?? [],
    );
  }

  /** The lines of a finding's file as the review has read them; `undefined` if unknown. */
  reviewedLines(file: string): readonly string[] | undefined {
    return this.#files.find(each => each.file === file)?.reviewed;
  }
}

/** Reads a text file; `undefined` for one that is gone, too large or not UTF-8. */
export async function readText(file: string): Promise<string | undefined> {
  try {
    return (await stat(file)).size > largestFile ? undefined : decoded(await readFile(file));
  } catch {
    return undefined;
  }
}

async function reviewedBlobs(
  git: Git,
  root: string,
  { review, subject }: FindingsRecord,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReviewedBlobs | undefined> {
  const named = review.commit ?? subject.headCommit;
  const commit = named === undefined ? undefined : await resolveCommit(git, root, named, signal);
  if (commit === undefined || paths.length === 0) return undefined;
  const withBase = (review.comments ?? []).some(({ side }) => side === 'left');
  const branch = coversBranch(subject) ? subject.branch : undefined;
  const { repository } = subject.pullRequest;
  return readReviewedFiles(git, root, { commit, repository, branch, hosts: {}, paths, withBase }, signal);
}

/** Git is asked only where a file may have been renamed. */
async function renamesOf(
  git: Git,
  top: string,
  blobs: ReviewedBlobs | undefined,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const isAsked = paths.some(file => mayBeRenamed(fileInside(top, file)?.size, blobs?.right.get(file)?.length));
  return blobs === undefined || !isAsked ? new Map() : findRenames(git, top, blobs.commit, namesIn(blobs), signal);
}

function linesOf(blob: Buffer | undefined): readonly string[] | undefined {
  const text = blob === undefined ? undefined : decoded(blob);
  return text === undefined ? undefined : splitGitLines(text);
}

function decoded(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function unplaced({ id, comment }: IdentifiedComment): Finding {
  return { id, comment, state: 'unplaced', range: undefined };
}

function outdated({ id, comment }: IdentifiedComment): Finding {
  return { id, comment, state: 'outdated', range: undefined };
}
