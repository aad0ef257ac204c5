import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import { once } from '../../core/base/once.ts';
import type { Git } from '../../git/run/git.ts';
import { CommitCache } from '../../reviews/current/commitCache.ts';
import { currentReviews } from '../../reviews/current/currentReviews.ts';
import type { CurrentReview, RepositoryReviews } from '../../reviews/current/repositoryReviews.ts';
import { isSameReviews } from '../../reviews/current/isSameReviews.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import { seriesKey } from '../../reviews/current/reviewSeries.ts';
import type { ReviewRecord } from '../../reviews/store/reviewRecord.ts';
import { placeOf } from '../../reviews/store/reviewStore.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import type { OpenRepositories, OpenRepository } from './openRepositories.ts';
import { keepPlace, reviewedPlaces } from './reviewedPlaces.ts';
import { WorkWatch } from './watches/workWatch.ts';

/**
 * The reviews of this window's repositories, and which of them are current. Looks at repositories only once a review was
 * made in this workspace, so that a window that never reviews costs nothing.
 */
export class OpenReviews implements Disposable {
  readonly #copies: OpenRepositories;
  readonly #reviews: Reviews;
  readonly #state: vscode.Memento;
  readonly #onError: (error: unknown) => void;
  readonly #drawn: () => Promise<void>;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<void>;
  readonly #activeChanged: Emitter<void>;
  readonly #workChanged: Emitter<string>;
  readonly #work: WorkWatch;
  readonly #stop = new AbortController();
  readonly #commits: CommitCache;
  /** By the key of a series. */
  readonly #chosen = new Map<string, string>();
  #opened: readonly OpenRepository[] = [];
  #active: string | undefined;
  #repositories: readonly RepositoryReviews[] = [];
  #turn = 0;
  #updating: Promise<void> = Promise.resolve();
  #following: Promise<void> = Promise.resolve();

  /** @param drawn resolves when the findings of what is current are on the screen */
  constructor(
    git: Git,
    copies: OpenRepositories,
    reviews: Reviews,
    state: vscode.Memento,
    onError: (error: unknown) => void,
    drawn: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#copies = copies;
    this.#reviews = reviews;
    this.#state = state;
    this.#onError = onError;
    this.#drawn = drawn;
    const { signal } = this.#stop;
    const load = () => import('./repositoryReading.ts');
    const comparison = once(async () => {
      const { WorkComparison } = await load();
      return this.#owned.add(new WorkComparison(git));
    });
    this.#commits = new CommitCache({
      distanceBetween: async (...about) => (await load()).distanceBetween(git, ...about, signal),
      holdsSnapshot: async (...about) => (await load()).holdsSnapshot(git, ...about, signal),
      countUnpushed: async (root, branch, commit, head) => {
        const { copy, config } = (await copies.of(root).catch(() => undefined)) ?? {};
        if (config === undefined || copy?.isUnfinished === true) return undefined;
        return (await load()).countUnpushed(git, root, { branch, commit, head, config }, signal);
      },
      workState: async (root, { kind, snapshot }, cancelled) => {
        const copy = (await copies.of(root).catch(() => undefined))?.copy;
        const either = AbortSignal.any([signal, cancelled]);
        return copy && (await comparison()).stateOf(copy, kind, snapshot, either);
      },
    });
    this.#changed = this.#owned.add(new Emitter<void>(onError));
    this.#activeChanged = this.#owned.add(new Emitter<void>(onError));
    this.#workChanged = this.#owned.add(new Emitter<string>(onError));
    this.#work = this.#owned.add(
      new WorkWatch(root => {
        if (this.#commits.doubtWork(root)) this.#update();
        this.#workChanged.fire(root);
      }, onError),
    );
    this.#owned.add(
      copies.onDidChange(() => {
        this.#commits.doubtPushes();
        this.#commits.doubtWork();
        this.#update();
      }),
    );
    this.#owned.add(vscode.window.onDidChangeActiveTextEditor(() => this.#update()));
    this.#owned.add(
      reviews.onDidChange(record => {
        if (record.state === 'triggered') this.#chosen.delete(seriesKey(record.subject));
        this.#remember(record);
        this.#update();
      }),
    );
    this.#update();
  }

  /** Fires when other reviews are current, or a review has another state. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Fires when another repository is worked on, and that is all that has changed. */
  get onDidChangeActive(): Event<void> {
    return this.#activeChanged.event;
  }

  /** Fires the top folder of a working copy with a current review when files of it may have changed on disk. */
  get onDidChangeWork(): Event<string> {
    return this.#workChanged.event;
  }

  /** The open repositories that were reviewed, then those that are not open. */
  get repositories(): readonly RepositoryReviews[] {
    return this.#repositories;
  }

  /** The repository of the active editor, or of the one that was active last; `undefined` where it has no review. */
  get active(): RepositoryReviews | undefined {
    const open = this.#repositories.filter(repository => repository.open !== undefined);
    if (this.#active !== undefined) return open.find(each => each.open?.root === this.#active);
    return open.find(({ current }) => current.length > 0) ?? open[0];
  }

  /**
   * Shows an earlier review in place of the latest of its series, until the next one is triggered.
   * @throws CodeReviewError of kind `input` when it is gone
   */
  choose(reviewId: string, series?: string): void {
    const reviews = this.#repositories.flatMap(({ current, superseded }) => [...current, ...superseded]);
    const isIt = ({ key, earlier }: CurrentReview): boolean =>
      (series === undefined || key === series) && earlier.some(record => record.reviewId === reviewId);
    const found = reviews.find(isIt);
    if (found === undefined)
      throw new CodeReviewError('input', t('This review is no longer there.'), t('Choose one in the Findings view.'));
    this.#chosen.set(found.key, reviewId);
    this.#update();
  }

  /** Shows the latest review of a series again; of all where none is named. */
  backToCurrent(series?: string): void {
    if (series === undefined) this.#chosen.clear();
    else this.#chosen.delete(series);
    this.#update();
  }

  /**
   * Shows reviews of working copies from now on, also where this window has made none.
   * @param roots their top folders; those of all open repositories where they are not given
   */
  async expect(roots?: readonly string[]): Promise<void> {
    const expected = roots ?? (await this.#copies.all()).map(({ copy }) => copy.root);
    for (const root of expected) keepPlace(this.#state, 'roots', root);
    this.#update();
  }

  /** Resolves when the latest change has been followed. */
  async settled(): Promise<void> {
    for (let updating; updating !== this.#updating;) {
      updating = this.#updating;
      await updating;
    }
  }

  /** Resolves when git has also answered what was asked about the commits of the current reviews. */
  async informed(): Promise<void> {
    await this.settled();
    for (let following; following !== this.#following;) {
      following = this.#following;
      await following;
      await this.settled();
    }
  }

  dispose(): void {
    this.#stop.abort();
    this.#owned.dispose();
  }

  #update(): void {
    const turn = ++this.#turn;
    this.#updating = this.#read(turn).catch(this.#onError);
  }

  async #read(turn: number): Promise<void> {
    const { roots, elsewhere } = reviewedPlaces(this.#state);
    if (roots.length + elsewhere.length === 0) return;
    for (const root of roots) await this.#reviews.restoreCopy(root);
    for (const place of elsewhere) await this.#reviews.restore(place);
    setContextKey('codeReview.hasUnreadable', this.#reviews.unreadable > 0);
    await this.#copies.revisit(roots);
    const active = await this.#copies.ofActiveEditor();
    const all = await this.#copies.all();
    if (turn !== this.#turn) return;
    this.#opened = all;
    const before = this.active?.open?.root;
    if (active !== undefined) this.#active = active.copy.root;
    else if (!this.#opened.some(({ copy }) => copy.root === this.#active)) this.#active = undefined;
    const isOther = this.active?.open?.root !== before;
    this.#show(isOther);
    const following = [this.#following, this.#follow().catch(this.#onError)];
    this.#following = Promise.all(following).then(() => undefined);
  }

  /** Shows what git says of the commits: also of what is asked when this window changes again, since that is asked only once. */
  async #follow(): Promise<void> {
    // Each run of git would keep the findings waiting.
    await this.#drawn();
    try {
      while (await this.#commits.learn()) this.#show(false);
    } catch (error) {
      // All else is answered. What has failed is asked again with the next change.
      this.#show(false);
      throw error;
    }
  }

  #show(isOther: boolean): void {
    setContextKey('codeReview.hasResumable', this.#reviews.resumable.length > 0);
    const roots = this.#opened.map(({ copy: { root, branch, head }, identity }) => ({
      root,
      branch,
      head,
      repository: identity.fullName,
    }));
    const repositories = currentReviews({
      roots,
      records: this.#reviews.records,
      chosen: this.#chosen,
      now: Date.now(),
      distance: (...about) => this.#commits.distance(...about),
      holds: (...about) => this.#commits.holds(...about),
      unpushed: (...about) => this.#commits.unpushed(...about),
      workState: (...about) => this.#commits.workState(...about),
    });
    // What was thrown away may be back at any time, as from a stash.
    const isFollowed = ({ current, superseded }: RepositoryReviews): boolean =>
      current.length > 0 || superseded.some(review => review.superseded === 'discarded');
    this.#work.follow(repositories.flatMap(each => (each.open && isFollowed(each) ? [each.open.root] : [])));
    // While the tree is drawn anew its rows cannot be used, so that is done only where there is something to show.
    if (isSameReviews(repositories, this.#repositories)) {
      if (isOther) this.#activeChanged.fire();
      return;
    }
    this.#repositories = repositories;
    this.#changed.fire();
  }

  #remember({ subject }: ReviewRecord): void {
    if (subject.root === undefined) keepPlace(this.#state, 'elsewhere', placeOf(subject));
    else keepPlace(this.#state, 'roots', subject.root);
  }
}
