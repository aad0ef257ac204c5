import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import { lazy } from '../../core/base/lazy.ts';
import { once } from '../../core/base/once.ts';
import type { Finding } from '../../core/review/finding.ts';
import { parseFilter, matchesFilter, type FindingFilter } from '../../core/review/findingFilter.ts';
import { meetsMinimumSeverity, isIgnored } from '../../core/review/ignoreRules.ts';
import type { CurrentReview, RepositoryReviews } from '../../reviews/current/currentReviews.ts';
import {
  mergeSame,
  overviewOf,
  sameFindingKey,
  type RepositoryOverview,
  type WindowOverview,
} from '../../reviews/current/overview.ts';
import { comparedWith } from '../../reviews/current/reviewSeries.ts';
import { shownRecords } from '../../reviews/current/shownReviews.ts';
import { effectiveDecision, type Decision, type Decisions } from '../../reviews/decisions/decisions.ts';
import type { DecisionStore } from '../../reviews/decisions/decisionStore.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import { settings } from '../platform/settings.ts';
import type { OpenReviews } from '../repository/openReviews.ts';
import { KnownReview } from './knownReview.ts';
import type { PlacedFindings, PlacedRecord } from './placedFindings.ts';
import { mergeItems, type WorkItem } from './workItem.ts';

type Rules = ReturnType<typeof settings.shown>;

/** The items of one review, by the file's address; those without a file are under the empty one. */
type ReviewItems = Map<string, readonly WorkItem[]>;

/**
 * The findings of all reviews with what the user decided about them, less what filter and settings hide. Tree, problems,
 * threads and every number show this list.
 */
export class Worklist implements Disposable {
  readonly #open: OpenReviews;
  readonly #placed: PlacedFindings;
  readonly #states: () => Promise<DecisionStore>;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<readonly vscode.Uri[]>;
  #filterText = '';
  #filter: FindingFilter | undefined;
  /** By repository. */
  readonly #decisions = new Map<string, Decisions>();
  readonly #known = new Map<string, KnownReview>();
  /** By the key of the review. */
  readonly #items = new Map<string, ReviewItems>();
  #repositories: readonly RepositoryReviews[] = [];
  #overview = lazy(() => this.#makeOverview());
  #byId = lazy(() => this.#makeIndex());
  #reading: Promise<void> = Promise.resolve();

  /** @param states called with the first findings */
  constructor(
    open: OpenReviews,
    placed: PlacedFindings,
    states: () => Promise<DecisionStore>,
    onError: (error: unknown) => void,
  ) {
    this.#open = open;
    this.#placed = placed;
    this.#changed = this.#owned.add(new Emitter(onError));
    const read = (uris: readonly vscode.Uri[]): void => {
      const before = this.#reading;
      this.#reading = Promise.all([before, this.#read(uris).catch(onError)]).then(() => undefined);
    };
    this.#states = once(async () => {
      const store = await states();
      // Another window or an agent may decide something at any time.
      this.#owned.add(store.onDidChange(() => read(placed.uris)));
      return store;
    });
    this.#owned.add(
      placed.onDidChange(uris => {
        // While somebody types, only the file that is typed in is gone through again.
        if (this.#isRead()) this.#update(uris);
        else read(uris);
      }),
    );
    this.#owned.add(open.onDidChange(() => this.#update([])));
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('codeReview')) this.#updateAll();
      }),
    );
  }

  /** Fires the files whose shown findings may have changed. */
  get onDidChange(): Event<readonly vscode.Uri[]> {
    return this.#changed.event;
  }

  /** Fires when another repository is worked on, and that is all that has changed. */
  get onDidChangeActive(): Event<void> {
    return this.#open.onDidChangeActive;
  }

  /** All reviews of the window with their findings, and every number that is shown. */
  get overview(): WindowOverview<WorkItem> {
    return this.#overview();
  }

  /** The repository of the active editor, or of the one that was active last; `undefined` where it has no review. */
  get active(): RepositoryOverview<WorkItem> | undefined {
    const { active } = this.#open;
    return this.overview.repositories.find(({ open }) => open !== undefined && open.root === active?.open?.root);
  }

  /** What is shown of the current reviews; a finding that several of them have is there once. */
  get items(): readonly WorkItem[] {
    return this.overview.findings.filter(({ isShown }) => isShown);
  }

  /** What is shown and still to be done. */
  get open(): readonly WorkItem[] {
    return this.items.filter(({ isOpen }) => isOpen);
  }

  /** How many findings filter and settings hide. */
  get hidden(): number {
    return this.overview.findings.filter(({ isShown }) => !isShown).length;
  }

  /** The text of the filter; empty if there is none. */
  get filter(): string {
    return this.#filterText;
  }

  /** The shown findings of a file. */
  of(uri: vscode.Uri): readonly WorkItem[] {
    const name = uri.toString();
    const inFile = [...this.#placed.reviews].flatMap(({ key }) => this.#items.get(key)?.get(name) ?? []);
    return mergeSame(
      inFile.filter(({ isShown }) => isShown),
      mergeItems,
    );
  }

  /** The finding as it is now; undefined when it is no longer shown. */
  byId(id: string): WorkItem | undefined {
    return this.#byId().get(id);
  }

  /** The lines of a finding's file as its review has read them; undefined where they are not known. */
  reviewedLines({ uri, record }: WorkItem): readonly string[] | undefined {
    if (uri === undefined) return undefined;
    return this.#placed.of(uri).find(({ review }) => review.record.review === record.review)?.file.reviewed;
  }

  /** Applies a filter as typed, which has been checked before. */
  setFilter(text: string): void {
    const filter = parseFilter(text);
    if ('problem' in filter) return;
    this.#filterText = text.trim();
    this.#filter = this.#filterText === '' ? undefined : filter;
    setContextKey('codeReview.findingsFiltered', this.#filter !== undefined);
    this.#updateAll();
  }

  /** What the user decided about a finding, also of one that is hidden. */
  decisionOn({ record, fingerprint }: WorkItem): Decision {
    return this.#knownOf(record)?.decisionOn(fingerprint) ?? { state: 'open' };
  }

  /** Keeps what the user decided. Local: the service is not told. */
  async decide(items: readonly WorkItem[], decision: Decision): Promise<void> {
    for (const [record, ofRecord] of Map.groupBy(items, item => item.record)) {
      const known = this.#knownOf(record);
      if (known === undefined) continue;
      const decided = new Set(ofRecord.map(({ fingerprint }) => fingerprint));
      const states = await this.#states();
      await states.decide(record.subject.pullRequest.repository, known.findings, decided, decision);
    }
    if (items.length > 0) await this.#read(this.#placed.uris);
  }

  /** Resolves when the latest reviews are shown. */
  async settled(): Promise<void> {
    await this.#placed.settled();
    await this.#reading;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #knownOf({ review }: WorkItem['record']): KnownReview | undefined {
    const placed = [...this.#placed.reviews].find(({ record }) => record.review === review);
    return placed && this.#known.get(placed.key);
  }

  /** Whether the decisions on all reviews are known. */
  #isRead(): boolean {
    return [...this.#placed.reviews].every(({ record }) => this.#decisions.has(repositoryOf(record)));
  }

  /** Reads what was decided; looks at the files again only where that has changed, or they have. */
  async #read(uris: readonly vscode.Uri[]): Promise<void> {
    const isNew = !this.#isRead();
    const names = new Map([...this.#placed.reviews].map(({ record }) => [repositoryOf(record), record]));
    let isChanged = isNew;
    for (const [name, { subject }] of names) {
      const states = await this.#states();
      const decisions = await states.all(subject.pullRequest.repository);
      if (this.#decisions.get(name) !== decisions) isChanged = true;
      this.#decisions.set(name, decisions);
    }
    if (isChanged) this.#update(uris);
  }

  #updateAll(): void {
    this.#known.clear();
    this.#update(this.#placed.uris);
  }

  #update(uris: readonly vscode.Uri[]): void {
    // Settings may differ from folder to folder, and are read once for each.
    const rules = new Map<vscode.WorkspaceFolder | undefined, Rules>();
    const rulesOf = (uri: vscode.Uri | undefined): Rules => {
      const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
      const found = rules.get(folder) ?? settings.shown(folder);
      rules.set(folder, found);
      return found;
    };
    const reviews = new Map([...this.#placed.reviews].map(review => [review.key, review]));
    for (const key of this.#items.keys()) if (!reviews.has(key)) this.#forget(key);
    for (const review of reviews.values()) {
      const before = this.#known.get(review.key);
      const known = this.#know(review);
      const ofReview: ReviewItems = this.#items.get(review.key) ?? new Map<string, readonly WorkItem[]>();
      this.#items.set(review.key, ofReview);
      const put = (uri: vscode.Uri | undefined, findings: readonly Finding[]): void => {
        const name = uri?.toString() ?? '';
        const items = findings.map(finding => this.#itemOf(finding, uri, review, known, rulesOf(uri)));
        if (items.length === 0) ofReview.delete(name);
        else ofReview.set(name, items);
      };
      if (known !== before) put(undefined, review.placed.general);
      // Of a review that was just placed the files are told of a few at a time.
      const isDecided = known !== before && before?.isOf(review) === true;
      for (const uri of isDecided ? review.placed.files.map(each => each.uri) : uris) {
        const file = this.#placed.of(uri).find(each => each.review.key === review.key)?.file;
        put(uri, file?.findings ?? []);
      }
    }
    // Reviews and findings change together: without its findings a review would look as if nothing were left to do.
    if (this.#placed.isComplete && this.#isRead()) this.#repositories = this.#open.repositories;
    this.#overview = lazy(() => this.#makeOverview());
    this.#byId = lazy(() => this.#makeIndex());
    setContextKey('codeReview.hasReview', this.#items.size > 0);
    const hasFindings = [...this.#items.values()].some(({ size }) => size > 0);
    setContextKey('codeReview.hasFindings', hasFindings);
    this.#changed.fire(uris);
  }

  #forget(key: string): void {
    this.#items.delete(key);
    this.#known.delete(key);
  }

  #know(review: PlacedRecord): KnownReview {
    const { record, series, key } = review;
    const current = this.#open.repositories
      .flatMap(repository => [...repository.current, ...repository.superseded])
      .find(each => each.key === series);
    const previous = current && comparedWith(current, record);
    const decisions = this.#decisions.get(repositoryOf(record));
    const before = this.#known.get(key);
    if (before?.isOf(review) === true && before.isWith(decisions, previous)) return before;
    const known = new KnownReview(review, decisions, previous);
    this.#known.set(key, known);
    return known;
  }

  #itemOf(
    finding: Finding,
    uri: vscode.Uri | undefined,
    { record }: PlacedRecord,
    known: KnownReview,
    rules: Rules,
  ): WorkItem {
    const { comment, state, range } = finding;
    const fingerprint = known.fingerprintOf(finding.id);
    const decision = effectiveDecision(known.decisionOn(fingerprint), record.triggeredAt, state);
    const novelty = known.noveltyOf(fingerprint);
    const lines = range && ([range.startLine, range.endLine] as const);
    const item = {
      finding,
      uri,
      fingerprint,
      decision,
      record,
      key: sameFindingKey({ fingerprint, file: uri?.toString(), lines, subject: known.subject }),
      isOpen: decision.state === 'open' && !comment.resolved && comment.severity !== 'praise',
      isShown: this.#isShown(finding, decision, novelty, rules),
      state,
      severity: comment.severity,
      novelty,
      sources: [] as WorkItem[],
    };
    item.sources.push(item);
    return item;
  }

  #isShown(
    { comment, state }: Finding,
    decision: Decision,
    novelty: WorkItem['novelty'],
    { minimumSeverity, ignore }: Rules,
  ): boolean {
    // The mildest minimum hides nothing: what is milder still is praise.
    const isTooMild = minimumSeverity !== 'info' && !meetsMinimumSeverity(comment.severity, minimumSeverity);
    if (isTooMild || isIgnored(comment, ignore)) return false;
    const filterable = { ...comment, state, decision: decision.state, novelty };
    return this.#filter === undefined || matchesFilter(this.#filter, filterable);
  }

  #makeOverview(): WindowOverview<WorkItem> {
    const byRecord = new Map([...this.#placed.reviews].map(({ record, key }) => [record.review, key]));
    const findingsOf = (review: CurrentReview): readonly WorkItem[] => {
      const keys = shownRecords(review).flatMap(record => byRecord.get(record.review) ?? []);
      const found = keys.flatMap(key => [...(this.#items.get(key)?.values() ?? [])].flat());
      return keys.length > 1 ? mergeSame(found, mergeItems) : found;
    };
    return overviewOf(this.#repositories, findingsOf, mergeItems);
  }

  #makeIndex(): ReadonlyMap<string, WorkItem> {
    const merged = this.overview.repositories.flatMap(({ findings, others }) => [
      ...others.flatMap(each => each.findings),
      ...findings,
    ]);
    const shown = merged.filter(({ isShown }) => isShown);
    return new Map(shown.flatMap(item => item.sources.map(({ finding }) => [finding.id, item] as const)));
  }
}

function repositoryOf({ subject }: WorkItem['record']): string {
  return subject.pullRequest.repository.toLowerCase();
}
