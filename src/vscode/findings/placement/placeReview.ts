import path from 'node:path';
import { lazy } from '../../../core/base/lazy.ts';
import type { Slices } from '../../../core/base/slices.ts';
import { splitGitLines, splitLines } from '../../../core/base/splitLines.ts';
import { groupByCurrentPath, type CurrentFile } from '../../../core/placement/groupByCurrentPath.ts';
import type { IdentifiedComment, PlacementTexts } from '../../../core/placement/placeFindings.ts';
import type { Finding } from '../../../core/review/finding.ts';
import type { EditorFolder } from '../../../core/system/editorPaths.ts';
import { editorPaths } from '../../../git/repository/editorPaths.ts';
import { pathInRepository } from '../../../git/repository/fileInside.ts';
import type { FindingsRecord } from '../../../reviews/current/shownReviews.ts';
import { readEditorUris, type EditorUris } from '../editorPlaces.ts';
import { openDocuments } from './decodeText.ts';
import { DiskFiles } from './diskFiles.ts';
import { FilePlacement, noTexts, readLiveText, type ReviewedTexts } from './filePlacement.ts';
import { findFile, findFiles, followRenames, type FoundFile } from './foundFiles.ts';
import {
  emptyPlacement,
  identifyPlaces,
  outdated,
  unplaced,
  unplacedReview,
  type PlacedReview,
} from './placedReview.ts';
import type { ReviewedText } from './reviewedText.ts';
import { StandingComments } from './standingComments.ts';
import { unchangedText } from './unchangedFiles.ts';

/** What `placeReview` needs besides the review. */
export interface PlacementParts {
  readonly reviewedText: Pick<ReviewedText, 'of' | 'blobsOf'>;
  /** As `readEditorUris` takes it. */
  readonly opened: readonly EditorFolder[];
  readonly slices: Slices;
  /** Receives all that is placed so far, whenever there is more. */
  readonly onPart: (placed: PlacedReview) => void;
}

const filesAtOnce = 32;
/** Findings that are told of at once, where none of them is in sight. */
const mostUntold = 400;
/**
 * The same for the first of them. The editor shows problems 50 ms after it was given the first, with all that have come by
 * then, and what comes later 50 ms after that: with fewer at first, the last of a thousand come too late.
 */
const mostUntoldAtFirst = 200;

/** Places the findings of a review in the files as they are now: those in sight first, the others in slices. */
export async function placeReview(record: FindingsRecord, parts: PlacementParts): Promise<PlacedReview> {
  const { root } = record.subject;
  const reading = Promise.all([
    root === undefined ? undefined : editorPaths.identityOf(root),
    readEditorUris(parts.opened),
  ]);
  // While the disk is asked.
  const comments = identifyPlaces(record);
  const standing = new StandingComments(comments);
  const [top, spellings] = await reading;
  if (top === undefined) return unplacedReview(record);
  const byPath = await groupByPath(top, comments, parts.slices);
  const placing = new Placing(record, top, byPath, standing, spellings, parts);
  return placing.place(comments.filter(({ comment }) => comment.path === undefined));
}

/** The placing of one review. */
class Placing {
  readonly #record: FindingsRecord;
  readonly #top: string;
  readonly #byPath: ReadonlyMap<string, readonly IdentifiedComment[]>;
  readonly #standing: StandingComments;
  readonly #spellings: EditorUris;
  readonly #parts: PlacementParts;
  readonly #texts = new Map<string, ReviewedTexts>();
  /** The file of each finding and the side of it, which nothing asks for before all are shown. */
  readonly #sides = lazy(() => {
    // Whatever place it is shown at, a finding is known by the code at its own.
    const own = new Set(this.#record.review.comments);
    return new Map(
      [...this.#byPath].flatMap(([file, comments]) =>
        comments.flatMap(({ id, comment }) => (own.has(comment) ? [[id, [file, comment.side]] as const] : [])),
      ),
    );
  });
  readonly #identities = new Set<string>();
  readonly #borrowed = new Set<string>();
  readonly #disk: DiskFiles;
  #general: readonly Finding[] = [];
  #placed: PlacedReview = emptyPlacement;

  constructor(
    record: FindingsRecord,
    top: string,
    byPath: ReadonlyMap<string, readonly IdentifiedComment[]>,
    standing: StandingComments,
    spellings: EditorUris,
    parts: PlacementParts,
  ) {
    this.#record = record;
    this.#top = top;
    this.#byPath = byPath;
    this.#standing = standing;
    this.#spellings = spellings;
    this.#parts = parts;
    this.#disk = new DiskFiles(top);
  }

  async place(general: readonly IdentifiedComment[]): Promise<PlacedReview> {
    this.#general = general.map(unplaced);
    this.#placed = this.#with([]);
    const ids = await this.#parts.reviewedText.blobsOf(this.#record);
    const files = [...this.#byPath.keys()];
    const unchanged = await this.#placeUnchanged(files, ids);
    const others = files.filter(file => !unchanged.has(file));
    if (others.length > 0) await this.#placeOthers(others, unchanged);
    return this.#placed;
  }

  /** Places the findings of the files that are as they were reviewed, which are known by their text alone. */
  async #placeUnchanged(
    files: readonly string[],
    ids: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, FoundFile>> {
    const { slices } = this.#parts;
    const unchanged = new Map<string, FoundFile>();
    const isLeft = ({ comment }: IdentifiedComment): boolean => comment.side === 'left';
    const likely = files.filter(file => ids.has(file) && !this.#commentsOf(file).some(isLeft));
    const isInSight = (file: string): boolean => this.#spellings.isInSight(path.join(this.#top, file));
    const bySight = Map.groupBy(likely, isInSight);
    const inSight = bySight.get(true) ?? [];
    const ordered = [...inSight, ...(bySight.get(false) ?? [])];
    const placed: FilePlacement[] = [];
    let [untold, most] = [0, mostUntoldAtFirst];
    let documents = openDocuments();
    for (const [at, file] of ordered.entries()) {
      const found = findFile(this.#top, file, this.#spellings);
      const live = found && unchangedText(found, ids.get(file) ?? '', documents);
      if (found !== undefined && live !== undefined) {
        unchanged.set(file, found);
        const lines = splitLines(live);
        // Git and the editor count alike, unless a lone CR ends a line.
        const isAlike = !live.includes('\r') || !/\r(?!\n)/.test(live);
        this.#texts.set(file, { reviewed: isAlike ? lines : splitGitLines(live), removed: undefined });
        placed.push(this.#placementOf(file, found, this.#commentsOf(file), lines));
        untold += this.#commentsOf(file).length;
      }
      const isEnough = untold >= most || at === inSight.length - 1 || at === ordered.length - 1;
      const isTold = untold > 0 && isEnough;
      if (isTold) {
        this.#tell([...placed]);
        [untold, most] = [0, mostUntold];
      }
      // What was told is shown before the next ones are placed.
      if (!isTold && !slices.isUsedUp) continue;
      await slices.pause();
      documents = openDocuments();
    }
    return unchanged;
  }

  /** Places the findings of files that may differ from what was reviewed, which git is asked for. */
  async #placeOthers(files: readonly string[], unchanged: ReadonlyMap<string, FoundFile>): Promise<void> {
    const { reviewedText, slices } = this.#parts;
    // Git reads what was reviewed while the disk is looked through.
    const [reviewed, named] = await Promise.all([reviewedText.of(this.#record, files), this.#find(files)]);
    const found = await followRenames(files, named, reviewed, some => this.#find(some));
    for (const file of files) if (!named.has(file)) this.#disk.miss(file);
    const missing = files.filter(file => !found.has(file));
    const deleted = await reviewed.deleted(missing);
    const elsewhere = missing.flatMap(file => this.#commentsOf(file).map(deleted.has(file) ? outdated : unplaced));
    this.#standing.note(elsewhere, undefined);
    this.#general = [...this.#general, ...elsewhere];
    // Where one of them has become a file that is placed, the findings of both are placed again.
    const uris = new Set([...found.values()].map(({ uri }) => uri.toString()));
    const again = [...unchanged].filter(([, { uri }]) => uris.has(uri.toString()));
    for (const [file, place] of again) found.set(file, place);
    let done = this.#placed.files.filter(({ uri }) => !uris.has(uri.toString()));
    const all = [...again.map(([file]) => file), ...files];
    const isInSight = (file: string): boolean => this.#spellings.isInSight(found.get(file)?.identity ?? '');
    for (const some of [all.filter(isInSight), all.filter(file => !isInSight(file))]) {
      for (const file of some.filter(each => !this.#texts.has(each))) {
        const uri = found.get(file)?.uri ?? this.#spellings.uriOf(path.join(this.#top, reviewed.nameOf(file)));
        this.#texts.set(file, {
          reviewed: await reviewed.lines(file, uri),
          removed: await reviewed.removedLines(file, uri),
        });
        await slices.rest();
      }
      const here = some.flatMap(file => (found.has(file) ? [[file, this.#commentsOf(file)] as const] : []));
      const now = groupByCurrentPath(new Map(here), file => found.get(file)?.uri.toString() ?? '');
      for await (const part of this.#placeFiles(now, found)) {
        done = [...done, ...part];
        this.#tell(done);
      }
    }
    // Also where no file of them is here: the lines of those that are gone are known by now.
    this.#tell(done);
  }

  /** Places the findings of some files, a part of them at a time. */
  async *#placeFiles(
    files: readonly CurrentFile<IdentifiedComment>[],
    found: ReadonlyMap<string, FoundFile>,
  ): AsyncGenerator<readonly FilePlacement[]> {
    const all = files.flatMap(({ file, comments }) => {
      const here = found.get(file);
      return here === undefined ? [] : [{ file, here, comments }];
    });
    const read = (from: number): Promise<(string | undefined)[]> =>
      Promise.all(all.slice(from, from + filesAtOnce).map(({ here: { uri, size } }) => readLiveText(uri, size)));
    let reading = read(0);
    for (let from = 0; from < all.length; from += filesAtOnce) {
      const live = await reading;
      // The next ones are read while these are placed.
      reading = read(from + filesAtOnce);
      reading.catch(() => undefined);
      const part: FilePlacement[] = [];
      for (const [at, { file, here, comments }] of all.slice(from, from + filesAtOnce).entries()) {
        part.push(this.#placementOf(file, here, comments, live[at]));
        await this.#parts.slices.rest();
      }
      yield part;
    }
  }

  #placementOf(
    file: string,
    here: FoundFile,
    comments: readonly IdentifiedComment[],
    live: PlacementTexts['live'] | undefined,
  ): FilePlacement {
    const { uri, identity, isBorrowed } = here;
    this.#identities.add(identity);
    if (isBorrowed) this.#borrowed.add(uri.toString());
    const placement = new FilePlacement(here, comments, this.#texts.get(file) ?? noTexts, live, this.#standing);
    this.#disk.note(placement, here);
    return placement;
  }

  #commentsOf(file: string): readonly IdentifiedComment[] {
    return this.#byPath.get(file) ?? [];
  }

  #find(files: Iterable<string>): Promise<Map<string, FoundFile>> {
    return findFiles(this.#top, files, this.#spellings, this.#parts.slices);
  }

  /** The lines that a finding's numbers count, as far as they are known by now. */
  #linesOf(id: string): readonly string[] | undefined {
    const [file, side] = this.#sides().get(id) ?? [];
    const texts = this.#texts.get(file ?? '');
    return side === 'left' ? texts?.removed : texts?.reviewed;
  }

  /** Tells of the files that are placed so far. */
  #tell(files: readonly FilePlacement[]): void {
    this.#placed = this.#with(files);
    this.#parts.onPart(this.#placed);
  }

  #with(files: readonly FilePlacement[]): PlacedReview {
    const [standing, general] = [this.#standing, this.#general];
    return {
      files,
      get general() {
        return standing.among(general);
      },
      // Another function than before, since it knows more.
      linesOf: id => this.#linesOf(id),
      identities: this.#identities,
      borrowed: this.#borrowed,
      disk: this.#disk,
    };
  }
}

/** Groups comments by the path of their file in the repository. @param top identity of the repository's folder */
async function groupByPath(
  top: string,
  comments: readonly IdentifiedComment[],
  slices: Slices,
): Promise<Map<string, readonly IdentifiedComment[]>> {
  const byPath = new Map<string, readonly IdentifiedComment[]>();
  for (const [name, named] of Map.groupBy(comments, ({ comment }) => comment.path)) {
    if (name === undefined) continue;
    const file = pathInRepository(top, name);
    const before = byPath.get(file);
    byPath.set(file, before === undefined ? named : [...before, ...named]);
    if (slices.isUsedUp) await slices.rest();
  }
  return byPath;
}
