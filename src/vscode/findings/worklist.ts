import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import { lazy } from '../../core/base/lazy.ts';
import { once } from '../../core/base/once.ts';
import { parseFilter, type FindingFilter } from '../../core/review/findingFilter.ts';
import type { CurrentReview, RepositoryReviews } from '../../reviews/current/repositoryReviews.ts';
import { mergeSame, overviewOf, type RepositoryOverview, type WindowOverview } from '../../reviews/current/overview.ts';
import { findingId, shownKeys } from '../../reviews/current/shownReviews.ts';
import type { RenamedFindings } from '../../reviews/decisions/carriedDecisions.ts';
import type { Decision } from '../../reviews/decisions/decisions.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import type { FindingsRecord } from '../../reviews/current/shownReviews.ts';
import type { OpenReviews } from '../repository/openReviews.ts';
import { DecidedFindings } from './decidedFindings.ts';
import { KnownReview } from './knownReview.ts';
import type { PlacedFindings } from './placedFindings.ts';
import type { RecordDecisions } from './recordDecisions.ts';
import { ShownRules } from './shownRules.ts';
import { mergeItems, type WorkItem } from './workItem.ts';

/**
 * The findings of all reviews with what the user decided about them, less what filter and settings hide. Tree, problems,
 * threads and every number show this list.
 */
export class Worklist implements Disposable {
  readonly #open: OpenReviews;
  readonly #placed: PlacedFindings;
  readonly #decided: DecidedFindings;
  readonly #states: () => Promise<RecordDecisions>;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<readonly vscode.Uri[]>;
  #filterText = '';
  #filter: FindingFilter | undefined;
  #repositories: readonly RepositoryReviews[] = [];
  #overview = lazy(() => this.#makeOverview());
  #byId = lazy(() => this.#makeIndex());

  /** @param states called with the first findings */
  constructor(
    open: OpenReviews,
    placed: PlacedFindings,
    states: () => Promise<RecordDecisions>,
    onError: (error: unknown) => void,
  ) {
    this.#open = open;
    this.#placed = placed;
    this.#changed = this.#owned.add(new Emitter(onError));
    this.#states = once(async () => {
      const store = await states();
      // Another window or an agent may decide something at any time.
      this.#owned.add(store.onDidChange(() => void this.#decided.reread().catch(onError)));
      return store;
    });
    const decided = this.#owned.add(new DecidedFindings(open, placed, this.#states, onError));
    this.#decided = decided;
    this.#owned.add(decided.onDidChange(uris => this.#update(uris)));
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('codeReview')) decided.follow(new ShownRules(this.#filter), true);
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
    const shown = this.#decided.of(uri).filter(({ isShown }) => isShown);
    // Within a review nothing is there twice.
    return shown.every(({ record }) => record === shown[0]?.record) ? shown : mergeSame(shown, mergeItems);
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

  /** What was decided about each finding of a review, by its id, also where it is not shown or the filter hides some. */
  async decisionsOf(record: FindingsRecord): Promise<ReadonlyMap<string, Decision>> {
    const { repositories } = this.overview;
    const rows = repositories.flatMap(({ reviews, others }) => [...reviews, ...others]);
    const sources = rows.flatMap(({ findings }) => findings.flatMap(item => item.sources));
    const shown = new Map(sources.map(({ finding, decision }) => [finding.id, decision]));
    if ((record.review.comments ?? []).every((_, index) => shown.has(findingId(record, index)))) return shown;
    const decisions = await (await this.#states()).all(record);
    const placed = await this.#placed.placeUnshown(record);
    const known = new KnownReview({ record, placed }, decisions, undefined);
    const findings = [...placed.files.flatMap(file => file.findings), ...placed.general];
    return new Map(findings.map(finding => [finding.id, known.decisionOf(finding)]));
  }

  /** Applies a filter as typed, which has been checked before; resolves when it is applied to all findings. */
  async setFilter(text: string): Promise<void> {
    const filter = parseFilter(text);
    if ('problem' in filter) return;
    this.#filterText = text.trim();
    this.#filter = this.#filterText === '' ? undefined : filter;
    setContextKey('codeReview.findingsFiltered', this.#filter !== undefined);
    this.#decided.follow(new ShownRules(this.#filter));
    await this.#decided.settled();
  }

  /**
   * Keeps what the user decided, for each review that has the finding. Local: the service is not told.
   * @param from state that a finding has to be in by then, whatever has become of its code and its review; any if absent
   */
  async decide(items: readonly WorkItem[], decision: Decision, from?: Decision['state']): Promise<void> {
    const states = await this.#states();
    const sources = items.flatMap(item => item.sources);
    for (const [ofReview, some] of Map.groupBy(sources, item => item.ofReview)) {
      const record = some[0]?.record;
      if (record === undefined) continue;
      await this.#decided.prepare(record);
      const decided = new Set(some.map(({ fingerprint }) => fingerprint));
      await states.decide(record, ofReview, decided, decision, from);
    }
    if (items.length > 0) await this.#decided.reread();
  }

  /** Keeps what was decided about findings in files that were renamed for what these are known by now. */
  async carry(record: FindingsRecord, renamed: RenamedFindings): Promise<void> {
    await (await this.#states()).carry(record, renamed);
    await this.#decided.reread();
  }

  /** Resolves when the latest reviews are shown. */
  async settled(): Promise<void> {
    await this.#placed.settled();
    await this.#decided.settled();
  }

  /** Resolves when what git says of the commits of the latest reviews is shown too. */
  async informed(): Promise<void> {
    await this.#open.informed();
    await this.settled();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(uris: readonly vscode.Uri[]): void {
    // Reviews and findings change together: without its findings a review would look as if nothing were left to do.
    if (this.#placed.isComplete && this.#decided.isComplete) this.#repositories = this.#open.repositories;
    this.#overview = lazy(() => this.#makeOverview());
    this.#byId = lazy(() => this.#makeIndex());
    setContextKey('codeReview.hasReview', this.#decided.hasReview);
    setContextKey('codeReview.hasFindings', this.#decided.hasFindings);
    this.#changed.fire(uris);
  }

  #makeOverview(): WindowOverview<WorkItem> {
    const { byReview } = this.#decided;
    // By the series: while one of its reviews takes the place of another, the findings of either are there.
    const findingsOf = (review: CurrentReview): readonly WorkItem[] => {
      const found = shownKeys(review).flatMap(key => [byReview.get(key) ?? []]);
      const [only, ...others] = found.filter(items => items.length > 0);
      return only === undefined || others.length === 0 ? (only ?? []) : mergeSame(found.flat(), mergeItems);
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
