import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import { Slices } from '../../core/base/slices.ts';
import type { Finding } from '../../core/review/finding.ts';
import type { EditorFolder } from '../../core/system/editorPaths.ts';
import type { OpenReviews } from '../repository/openReviews.ts';
import { identityOfDocument } from './editorPlaces.ts';
import type { FilePlacement } from './placement/filePlacement.ts';
import type { PlacedReview } from './placement/placedReview.ts';
import type { PlacementParts } from './placement/placeReview.ts';
import type { ReviewedText } from './placement/reviewedText.ts';
import { seriesKey } from '../../reviews/current/reviewSeries.ts';
import { shownReviews, type FindingsRecord, type ShownReview } from '../../reviews/current/shownReviews.ts';

const idleMilliseconds = 200;

/** A review with its findings where they are now. */
export interface PlacedRecord extends ShownReview {
  readonly placed: PlacedReview;
  /** Whether there are files that are not placed yet. */
  readonly isPartial: boolean;
}

/** Places the findings of a pull request that is not checked out. @param root top folder of its repository */
export type PlaceElsewhere = (record: FindingsRecord, root: string) => Promise<PlacedReview>;

/** The findings that a review has in a file. */
export interface FileFindings {
  readonly review: PlacedRecord;
  readonly file: FilePlacement;
}

/**
 * Where the findings of all shown reviews are now: the one place that diagnostics, tree and threads take their ranges
 * from. Shifted at once while typing, looked up again when typing rests; tells which files changed.
 */
export class PlacedFindings implements Disposable {
  readonly #open: Pick<OpenReviews, 'repositories' | 'settled' | 'onDidChange'>;
  readonly #reviewedText: Pick<ReviewedText, 'of' | 'blobsOf' | 'expect'>;
  readonly #placeElsewhere: PlaceElsewhere;
  readonly #opened: () => readonly EditorFolder[];
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<readonly vscode.Uri[]>;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #slices = new Slices();
  /** By key, in the order of the reviews. */
  #reviews = new Map<string, PlacedRecord>();
  #files = new Map<string, readonly FileFindings[]>();
  readonly #jobs = new Map<string, { readonly shown: ShownReview; readonly done: Promise<void> }>();
  /** Addresses of the documents that were opened or edited while something was being placed. */
  readonly #edits = new Set<string>();
  #turn = 0;
  #showing: Promise<void> = Promise.resolve();

  /**
   * @param onDidChangeHead fires when another commit may be checked out
   * @param opened folders that repositories were found by, as the editor spells them
   * @param placeElsewhere places the findings of a pull request that is not checked out
   * @param onDidChangeWork fires the top folder of a working copy when files of it may have changed on disk
   */
  constructor(
    open: Pick<OpenReviews, 'repositories' | 'settled' | 'onDidChange'>,
    reviewedText: Pick<ReviewedText, 'of' | 'blobsOf' | 'expect'>,
    onDidChangeHead: Event<void>,
    onError: (error: unknown) => void,
    opened: () => readonly EditorFolder[] = () => [],
    placeElsewhere: PlaceElsewhere = async record => (await import('./lazyFindings.ts')).unplacedReview(record),
    onDidChangeWork: Event<string> = () => ({ dispose: () => undefined }),
  ) {
    this.#open = open;
    this.#reviewedText = reviewedText;
    this.#opened = opened;
    this.#placeElsewhere = placeElsewhere;
    this.#changed = this.#owned.add(new Emitter(onError));
    const show = (isMoved: boolean): void => {
      const before = this.#showing;
      this.#showing = Promise.all([before, this.#show(isMoved).catch(onError)]).then(() => undefined);
    };
    const showAgain = (): void => show(true);
    this.#owned.add(
      open.onDidChange(() => {
        this.#expect();
        show(false);
      }),
    );
    this.#owned.add(onDidChangeHead(showAgain));
    this.#owned.add(
      onDidChangeWork(root => {
        this.#showing = this.#showing.then(() => this.#lookOnDisk(root)).catch(onError);
      }),
    );
    this.#owned.add(vscode.workspace.onDidChangeTextDocument(event => this.#edited(event)));
    this.#owned.add(
      vscode.workspace.onDidOpenTextDocument(document => {
        if (this.#jobs.size > 0) this.#edits.add(document.uri.toString());
        this.#look(document);
        this.#otherwise(document.uri).then(isIt => isIt && showAgain(), onError);
      }),
    );
    this.#owned.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        const name = uri.toString();
        if ([...this.#reviews.values()].some(({ placed }) => placed.borrowed.has(name))) showAgain();
        else if (this.#files.has(name)) {
          const others = vscode.workspace.textDocuments.map(document => this.#otherwise(document.uri));
          Promise.all(others).then(are => are.includes(true) && showAgain(), onError);
        }
      }),
    );
    this.#owned.add(vscode.workspace.onDidSaveTextDocument(document => this.#look(document)));
    this.#owned.add(vscode.workspace.onDidRenameFiles(showAgain));
  }

  /** Fires the files whose findings changed; an empty list when only general ones did. */
  get onDidChange(): Event<readonly vscode.Uri[]> {
    return this.#changed.event;
  }

  /** The reviews whose findings are placed. */
  get reviews(): Iterable<PlacedRecord> {
    return this.#reviews.values();
  }

  /** Whether all findings that are to be shown are placed. */
  get isComplete(): boolean {
    return shownReviews(this.#open.repositories).every(shown => {
      const review = this.#reviews.get(shown.key);
      return review !== undefined && isSame(review, shown) && !review.isPartial;
    });
  }

  /** The findings of a file, by review, in the review's order. */
  of(uri: vscode.Uri): readonly FileFindings[] {
    return this.#files.get(uri.toString()) ?? [];
  }

  /** The files that have findings. */
  get uris(): readonly vscode.Uri[] {
    return [...this.#files.values()].flatMap(([first]) => (first === undefined ? [] : [first.file.uri]));
  }

  /** The findings without a place: on a whole review, of files that are not here, of what is not checked out. */
  get general(): readonly Finding[] {
    return [...this.#reviews.values()].flatMap(({ placed }) => placed.general);
  }

  /** Places the findings of a review that is not shown, as they are where the latest one of its series is. */
  async placeUnshown(record: FindingsRecord): Promise<PlacedReview> {
    const series = seriesKey(record.subject);
    const shown = shownReviews(this.#open.repositories).find(each => each.series === series);
    const place = shown ?? { key: '', series, isHere: false, elsewhereIn: undefined };
    return this.#place({ ...place, record }, () => undefined);
  }

  /** Resolves when the findings of the latest reviews are where they belong. */
  async settled(): Promise<void> {
    await this.#open.settled();
    for (let showing; showing !== this.#showing;) {
      showing = this.#showing;
      await showing;
    }
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#owned.dispose();
  }

  /** Has everything ready for the answers of the reviews that are under way. */
  #expect(): void {
    for (const { open, current } of this.#open.repositories)
      for (const { pending, isElsewhere } of current)
        if (open !== undefined && pending !== undefined && !isElsewhere) this.#reviewedText.expect(pending);
  }

  /** Places the findings of the reviews that are to be shown now, and drops those that were shown before. */
  async #show(isMoved: boolean): Promise<void> {
    const turn = ++this.#turn;
    const wanted = shownReviews(this.#open.repositories);
    const isWanted = new Set(wanted.map(({ series }) => series));
    // Of a series that stays, the old findings stay until the new ones are placed.
    this.#drop(({ series }) => !isWanted.has(series));
    await Promise.all(wanted.map(shown => this.#placed(shown, isMoved)));
    if (turn !== this.#turn) return;
    const order = new Map(wanted.map(({ key }, index) => [key, index]));
    this.#drop(({ key }) => !order.has(key));
    this.#reviews = new Map([...this.#reviews].sort(([a], [b]) => (order.get(a) ?? 0) - (order.get(b) ?? 0)));
  }

  /** Resolves when a review is placed, which goes on where it is under way. */
  #placed(shown: ShownReview, isMoved: boolean): Promise<void> {
    const { key } = shown;
    const job = this.#jobs.get(key);
    const before = job?.shown ?? this.#reviews.get(key);
    if (before !== undefined && isSame(before, shown) && !isMoved) return job?.done ?? Promise.resolve();
    const isLatest = (): boolean => this.#jobs.get(key)?.shown === shown;
    const place = async (): Promise<void> => {
      try {
        const placed = await this.#place(shown, part => {
          // What is there already is replaced at once.
          if (isLatest() && this.#reviews.get(key)?.isPartial !== false)
            this.#put({ ...shown, placed: part, isPartial: true });
        });
        if (isLatest()) this.#put({ ...shown, placed, isPartial: false });
      } finally {
        // One that has failed is done again with the next change.
        if (isLatest()) this.#jobs.delete(key);
        if (this.#jobs.size === 0) this.#edits.clear();
      }
    };
    const done = place();
    this.#jobs.set(key, { shown, done });
    return done;
  }

  async #place(shown: ShownReview, onPart: (placed: PlacedReview) => void): Promise<PlacedReview> {
    const { placeReview, unplacedReview } = await import('./lazyFindings.ts');
    if (shown.elsewhereIn !== undefined) return this.#placeElsewhere(shown.record, shown.elsewhereIn);
    if (!shown.isHere) return unplacedReview(shown.record);
    const parts: PlacementParts = {
      reviewedText: this.#reviewedText,
      opened: this.#opened(),
      slices: this.#slices,
      onPart,
    };
    return placeReview(shown.record, parts);
  }

  /** Puts a review in the place of the one with its key, and tells of the files that differ. */
  #put(review: PlacedRecord): void {
    const gone = this.#reviews.get(review.key)?.placed.files ?? [];
    this.#reviews.set(review.key, review);
    const files = new Map(review.placed.files.map(file => [file.uri.toString(), file]));
    const changed: vscode.Uri[] = [];
    for (const { uri } of [...gone.filter(file => !files.has(file.uri.toString())), ...review.placed.files]) {
      const name = uri.toString();
      const before = this.#files.get(name) ?? [];
      const file = files.get(name);
      const own = before.find(each => each.review.key === review.key);
      // A comment of a file that is placed already may be shown in one that was placed since.
      if (own?.file !== file || file?.hasShared === true) changed.push(uri);
      const others = before.filter(each => each !== own);
      const all = file === undefined ? others : [...others, { review, file }];
      if (all.length === 0) this.#files.delete(name);
      else this.#files.set(name, all);
    }
    for (const document of vscode.workspace.textDocuments) {
      const name = document.uri.toString();
      // It may have been read before.
      if (this.#edits.has(name)) changed.push(...(files.get(name)?.place(document.getText()) ?? []));
    }
    this.#changed.fire(changed);
  }

  #drop(isGone: (review: ShownReview) => boolean): void {
    for (const [key, { shown }] of this.#jobs) if (isGone(shown)) this.#jobs.delete(key);
    const gone = [...this.#reviews.values()].filter(isGone);
    if (gone.length === 0) return;
    const uris = gone.flatMap(({ placed }) => placed.files.map(({ uri }) => uri));
    for (const { key } of gone) this.#reviews.delete(key);
    for (const uri of uris) {
      const left = this.of(uri).filter(({ review }) => this.#reviews.has(review.key));
      if (left.length === 0) this.#files.delete(uri.toString());
      else this.#files.set(uri.toString(), left);
    }
    this.#changed.fire(uris);
  }

  #edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const name = document.uri.toString();
    if (this.#jobs.size > 0) this.#edits.add(name);
    const files = this.of(document.uri);
    if (files.length === 0 || contentChanges.length === 0) return;
    this.#tell(files.flatMap(({ file }) => file.shift(contentChanges)));
    clearTimeout(this.#timers.get(name));
    this.#timers.set(
      name,
      setTimeout(() => this.#look(document), idleMilliseconds),
    );
  }

  /** Looks at the files of a working copy that have findings: other programs may have changed them. */
  async #lookOnDisk(root: string): Promise<void> {
    for (const { placed, record } of [...this.#reviews.values()]) {
      if (record.subject.root !== root) continue;
      const changed = await placed.disk?.look(this.#slices);
      if (changed === undefined && placed.disk !== undefined) {
        await this.#show(true);
        return;
      }
      this.#tell(changed ?? []);
    }
  }

  /** Whether a document is a file that has findings by another spelling. */
  async #otherwise(uri: vscode.Uri): Promise<boolean> {
    if (this.#files.size === 0 || this.#files.has(uri.toString())) return false;
    const identity = await identityOfDocument(uri);
    if (identity === undefined) return false;
    return [...this.#reviews.values()].some(({ placed }) => placed.identities.has(identity));
  }

  /** Looks every finding of an open document up again. */
  #look(document: vscode.TextDocument): void {
    clearTimeout(this.#timers.get(document.uri.toString()));
    const files = this.of(document.uri);
    if (files.length === 0) return;
    const text = document.getText();
    this.#tell(files.flatMap(({ file }) => file.place(text)));
  }

  /** Tells of the files whose findings changed, if there are any. */
  #tell(changed: readonly vscode.Uri[]): void {
    if (changed.length > 0) this.#changed.fire(changed);
  }
}

/** Whether two are of one review with its findings in the same files. */
function isSame(a: ShownReview, b: ShownReview): boolean {
  return a.record.review === b.record.review && a.isHere === b.isHere && a.elsewhereIn === b.elsewhereIn;
}
