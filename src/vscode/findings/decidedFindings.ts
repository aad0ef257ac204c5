import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import { Slices } from '../../core/base/slices.ts';
import type { Finding } from '../../core/review/finding.ts';
import { formerComments } from '../../reviews/current/formerComments.ts';
import type { CurrentReview } from '../../reviews/current/repositoryReviews.ts';
import { comparedWith } from '../../reviews/current/reviewSeries.ts';
import type { Decisions } from '../../reviews/decisions/decisions.ts';
import { prepareFingerprints } from '../../reviews/decisions/fingerprint.ts';
import type { FindingsRecord } from '../../reviews/current/shownReviews.ts';
import type { SettledRecord } from '../../reviews/store/reviewRecord.ts';
import type { OpenReviews } from '../repository/openReviews.ts';
import { keepSame, makeItems, type MadeItems } from './itemsOfFile.ts';
import { KnownReview } from './knownReview.ts';
import type { PlacedFindings, PlacedRecord } from './placedFindings.ts';
import type { RecordDecisions } from './recordDecisions.ts';
import { ShownRules } from './shownRules.ts';
import type { WorkItem } from './workItem.ts';

type Placed = Pick<PlacedFindings, 'reviews' | 'uris' | 'of' | 'isComplete' | 'onDidChange'>;

/** Findings that are told of at once: each time, all that shows them looks at them, here and in the window. */
const mostAtOnce = 600;

/**
 * The placed findings with what was decided about them. What may have changed waits here and is gone through in slices,
 * the files in sight first, by what is known at that moment: so it does not matter in which order changes come. Only
 * files that differ are told of.
 */
export class DecidedFindings implements Disposable {
  readonly #open: Pick<OpenReviews, 'repositories' | 'onDidChange'>;
  readonly #placed: Placed;
  readonly #states: () => Promise<Pick<RecordDecisions, 'all'>>;
  readonly #onError: (error: unknown) => void;
  readonly #slices: Slices;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<readonly vscode.Uri[]>;
  /** By repository. */
  readonly #decisions = new Map<string, Decisions>();
  /** By the key of the review, as what follows. */
  readonly #known = new Map<string, KnownReview>();
  readonly #general = new Map<string, MadeItems & { readonly findings: readonly Finding[] }>();
  /** By the file's address. */
  readonly #files = new Map<string, ReadonlyMap<string, MadeItems>>();
  /** Files to go through, by their address. */
  readonly #waiting = new Map<string, vscode.Uri>();
  /** Addresses of the files to tell of even if they do not differ. */
  readonly #retold = new Set<string>();
  #rules = new ShownRules();
  /** What was gone through and is not told of yet. */
  #untold = { uris: [] as vscode.Uri[], findings: 0 };
  #isOther = false;
  /** Whether all was placed and decided when it was told of last. */
  #wasWhole = true;
  #isWorking = false;
  #work: Promise<void> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();

  constructor(
    open: Pick<OpenReviews, 'repositories' | 'onDidChange'>,
    placed: Placed,
    states: () => Promise<Pick<RecordDecisions, 'all'>>,
    onError: (error: unknown) => void,
    slices: Slices = new Slices(),
  ) {
    this.#open = open;
    this.#placed = placed;
    this.#states = states;
    this.#onError = onError;
    this.#slices = slices;
    this.#changed = this.#owned.add(new Emitter(onError));
    this.#owned.add(placed.onDidChange(uris => this.#wait(uris)));
    this.#owned.add(
      open.onDidChange(() => {
        this.#isOther = true;
        this.#wait([]);
      }),
    );
  }

  /** Fires the files whose findings changed, a few at a time; an empty list when only other things did. */
  get onDidChange(): Event<readonly vscode.Uri[]> {
    return this.#changed.event;
  }

  /** Whether nothing waits. */
  get isComplete(): boolean {
    return this.#waiting.size === 0 && this.#nextUnknown() === undefined;
  }

  /** Whether a review is known. */
  get hasReview(): boolean {
    return this.#known.size > 0;
  }

  get hasFindings(): boolean {
    return this.#files.size > 0 || [...this.#general.values()].some(({ items }) => items.length > 0);
  }

  /** By the key of the review. */
  get byReview(): ReadonlyMap<string, readonly WorkItem[]> {
    const all = new Map<string, WorkItem[]>();
    for (const made of [this.#general, ...this.#files.values()]) {
      for (const [key, { items }] of made) {
        const before = all.get(key);
        if (before === undefined) all.set(key, [...items]);
        else for (const item of items) before.push(item);
      }
    }
    return all;
  }

  /** The findings of a file as they were told of last, in the order of the reviews. */
  of(uri: vscode.Uri): readonly WorkItem[] {
    const made = this.#files.get(uri.toString());
    if (made === undefined) return [];
    const keys = new Set([...[...this.#placed.reviews].map(({ key }) => key), ...made.keys()]);
    return [...keys].flatMap(key => made.get(key)?.items ?? []);
  }

  /** Hashes what the findings of a review are known by, in slices: a decision about one looks at all of them. */
  async prepare(record: FindingsRecord): Promise<void> {
    await prepareFingerprints(record.review.comments ?? [], this.#slices);
  }

  /** Goes through all files again by other rules. @param isRetold whether to tell of those that do not differ too */
  follow(rules: ShownRules, isRetold = false): void {
    this.#rules = rules;
    this.#isOther = true;
    const { uris } = this.#placed;
    if (isRetold) for (const uri of uris) this.#retold.add(uri.toString());
    this.#wait(uris);
  }

  /** Reads what was decided meanwhile; resolves when it is shown. */
  async reread(): Promise<void> {
    // One after another, so that what is read last is the newest.
    const reading = this.#reading.then(() => this.#readDecisions());
    this.#reading = reading.catch(() => undefined);
    await reading;
    this.#wait([]);
    await this.settled();
  }

  /** Resolves when nothing waits. */
  async settled(): Promise<void> {
    while (this.#isWorking) await this.#work;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #readDecisions(): Promise<void> {
    const states = await this.#states();
    const records = [...this.#placed.reviews].map(({ record }) => record);
    // Of a repository that has no review now, what is decided until it has one again would not be known.
    const repositories = new Set(records.map(repositoryOf));
    for (const each of this.#decisions.keys()) if (!repositories.has(each)) this.#decisions.delete(each);
    for (const record of records) this.#decisions.set(repositoryOf(record), await states.all(record));
  }

  #wait(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) this.#waiting.set(uri.toString(), uri);
    if (this.#nextUnknown() === undefined) {
      // What is typed shifts the findings at once.
      this.#slices.begin();
      this.#goThrough();
    }
    if (this.#isWorking || !this.#hasMore) return;
    this.#isWorking = true;
    this.#work = this.#goOn().catch(this.#onError);
  }

  async #goOn(): Promise<void> {
    try {
      while (this.#hasMore) {
        await this.#slices.rest();
        const review = this.#nextUnknown();
        if (review === undefined) this.#goThrough();
        else await this.#learn(review);
      }
    } finally {
      this.#isWorking = false;
    }
  }

  /** Goes through what waits until the slice is used up; tells of what is in sight, of much, and at the end. */
  #goThrough(): void {
    this.#forget();
    const inSight = vscode.window.visibleTextEditors.flatMap(
      ({ document }) => this.#waiting.get(document.uri.toString()) ?? [],
    );
    for (const uri of inSight) this.#look(uri);
    if (this.#untold.uris.length > 0 && inSight.length > 0) this.#tell();
    let count = inSight.length;
    for (const uri of this.#waiting.values()) {
      if (count++ > 0 && this.#slices.isUsedUp) break;
      this.#look(uri);
      if (this.#untold.findings >= mostAtOnce) this.#tell();
    }
    if (this.#waiting.size > 0) return;
    if (this.#untold.uris.length > 0 || this.#isBehind) this.#tell();
    this.#isOther = false;
  }

  #look(uri: vscode.Uri): void {
    this.#waiting.delete(uri.toString());
    if (!this.#make(uri)) return;
    this.#untold.uris.push(uri);
    for (const { file } of this.#placed.of(uri)) this.#untold.findings += file.findings.length;
  }

  /** Whether something is to be told that is in no file: that all is there by now, too, which who was told before waits for. */
  get #isBehind(): boolean {
    return this.#isOther || (!this.#wasWhole && this.#isWhole);
  }

  get #isWhole(): boolean {
    return this.#placed.isComplete && this.isComplete;
  }

  get #hasMore(): boolean {
    return this.#isBehind || !this.isComplete;
  }

  #tell(): void {
    const { uris } = this.#untold;
    this.#wasWhole = this.#isWhole;
    this.#untold = { uris: [], findings: 0 };
    this.#changed.fire(uris);
  }

  /** Makes the items of a file. Returns whether it is to be told of. */
  #make(uri: vscode.Uri): boolean {
    const name = uri.toString();
    const before = this.#files.get(name);
    const now = new Map<string, MadeItems>();
    for (const { review, file } of this.#placed.of(uri)) {
      const known = this.#known.get(review.key);
      if (known === undefined || file.findings.length === 0) continue;
      now.set(review.key, makeItems(file.findings, uri, known, this.#rules, before?.get(review.key)));
    }
    if (now.size === 0) this.#files.delete(name);
    else this.#files.set(name, now);
    const isSame =
      now.size === (before?.size ?? 0) && [...now].every(([key, { items }]) => before?.get(key)?.items === items);
    return this.#retold.delete(name) || !isSame;
  }

  /** Drops the reviews that are no longer placed, now that what takes their place is known. */
  #forget(): void {
    const keys = new Set([...this.#placed.reviews].map(({ key }) => key));
    for (const key of [...this.#known.keys()].filter(each => !keys.has(each))) {
      this.#known.delete(key);
      this.#general.delete(key);
      this.#isOther = true;
    }
  }

  /** The first review of which something else is known by now, or nothing yet. */
  #nextUnknown(): PlacedRecord | undefined {
    return [...this.#placed.reviews].find(review => {
      const known = this.#known.get(review.key);
      const decisions = this.#decisions.get(repositoryOf(review.record));
      const isKnown = known?.isOf(review) === true && known.isWith(decisions, this.#previousOf(review));
      const general = this.#general.get(review.key);
      return !isKnown || general?.rules !== this.#rules || general.findings !== review.placed.general;
    });
  }

  async #learn(review: PlacedRecord): Promise<void> {
    const { record, key, placed } = review;
    const states = await this.#states();
    const decisions = this.#decisions.get(repositoryOf(record)) ?? (await states.all(record));
    const previous = this.#previousOf(review);
    const records = [...this.#placed.reviews].map(each => each.record);
    // A review by itself is compared with nothing.
    const compared = records.length > 1 || previous !== undefined || !decisions.isEmpty ? [...records, previous] : [];
    for (const each of compared) await prepareFingerprints(each?.review.comments ?? [], this.#slices);
    if (compared.length > 0) await prepareFingerprints(formerComments(record), this.#slices);
    await this.#slices.rest();
    const before = this.#known.get(key);
    const isSame = before?.isOf(review) === true && before.isWith(decisions, previous);
    const known = isSame ? before : new KnownReview(review, decisions, previous);
    const rules = this.#rules;
    const made: WorkItem[] = [];
    for (const finding of placed.general) {
      made.push(known.itemOf(finding, undefined, rules));
      if (this.#slices.isUsedUp) await this.#slices.rest();
    }
    // Another may have come in its place meanwhile.
    const now = [...this.#placed.reviews].find(each => each.key === key && each.record === record);
    if (now === undefined) return;
    // What was read meanwhile is newer, and the review is learnt once more with that.
    if (!this.#decisions.has(repositoryOf(record))) this.#decisions.set(repositoryOf(record), decisions);
    this.#known.set(key, known);
    const earlier = this.#general.get(key)?.items;
    const items = keepSame(made, earlier);
    this.#general.set(key, { known, rules, items, findings: placed.general });
    this.#isOther ||= items !== earlier;
    if (!isSame) for (const { uri } of now.placed.files) this.#waiting.set(uri.toString(), uri);
  }

  /** The review before it in its series. */
  #previousOf({ series, record }: PlacedRecord): SettledRecord | undefined {
    const isIt = ({ key }: CurrentReview): boolean => key === series;
    for (const { current, superseded } of this.#open.repositories) {
      const found = current.find(isIt) ?? superseded.find(isIt);
      if (found !== undefined) return comparedWith(found, record);
    }
    return undefined;
  }
}

/** Unique to the repository: one name may be that of several. */
function repositoryOf({ subject: { root, pullRequest } }: FindingsRecord): string {
  return JSON.stringify([pullRequest.repository.toLowerCase(), root ?? '']);
}
