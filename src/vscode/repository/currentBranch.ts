import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import type { Git } from '../../git/run/git.ts';
import { isSettled, latestOfBranch, type ReviewRecord, type SettledRecord } from '../../reviews/store/reviewRecord.ts';
import type { Reviews } from '../../reviews/reviews.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import type { OpenRepositories } from './openRepositories.ts';

const rootsName = 'reviewedRoots';

interface BranchReviews {
  readonly records: readonly ReviewRecord[];
  readonly shown: SettledRecord | undefined;
  readonly followed: SettledRecord | undefined;
  readonly behind: number;
}

const none: BranchReviews = { records: [], shown: undefined, followed: undefined, behind: 0 };

/**
 * The review of the branch that is checked out where the user works. Looks at repositories only once a review was made
 * in this workspace, so that a window that never reviews costs nothing.
 */
export class CurrentBranch implements Disposable {
  readonly #git: Git;
  readonly #copies: OpenRepositories;
  readonly #reviews: Reviews;
  readonly #state: vscode.Memento;
  readonly #onError: (error: unknown) => void;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<void>;
  readonly #stop = new AbortController();
  #now: BranchReviews = none;
  #chosen: string | undefined;
  #turn = 0;
  #updating: Promise<void> = Promise.resolve();

  constructor(
    git: Git,
    copies: OpenRepositories,
    reviews: Reviews,
    state: vscode.Memento,
    onError: (error: unknown) => void,
  ) {
    this.#git = git;
    this.#copies = copies;
    this.#reviews = reviews;
    this.#state = state;
    this.#onError = onError;
    this.#changed = this.#owned.add(new Emitter<void>(onError));
    this.#owned.add(copies.onDidChange(() => this.#update(true)));
    this.#owned.add(vscode.window.onDidChangeActiveTextEditor(() => this.#update()));
    this.#owned.add(
      reviews.onDidChange(record => {
        if (record.state === 'triggered') this.#chosen = undefined;
        this.#remember(record);
        this.#update();
      }),
    );
    this.#update();
  }

  /** Fires when another review, or another state of it, is the current one. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** The latest review of the branch; undefined when there is none. */
  get record(): ReviewRecord | undefined {
    return this.#now.records[0];
  }

  /** All reviews of the branch, the latest first. */
  get records(): readonly ReviewRecord[] {
    return this.#now.records;
  }

  /** The review whose findings are shown: the chosen one, else the latest that has ended, also while the next is pending. */
  get shown(): SettledRecord | undefined {
    return this.#now.shown;
  }

  /** The latest review of the branch's commits; undefined while it is under way. */
  get followed(): SettledRecord | undefined {
    return this.#now.followed;
  }

  /** How many commits were pushed to the branch since the review that is followed. */
  get behind(): number {
    return this.#now.behind;
  }

  /** Shows another review of the branch, until the next one is triggered. */
  choose(reviewId: string): void {
    this.#chosen = reviewId;
    this.#update();
  }

  /** Resolves when the latest change has been followed. */
  async settled(): Promise<void> {
    for (let updating; updating !== this.#updating;) {
      updating = this.#updating;
      await updating;
    }
  }

  dispose(): void {
    this.#stop.abort();
    this.#owned.dispose();
  }

  /** @param mayHaveMoved whether refs may have changed since the last time */
  #update(mayHaveMoved = false): void {
    const turn = ++this.#turn;
    this.#updating = this.#read().then(
      now => {
        if (turn !== this.#turn) return;
        setContextKey('codeReview.hasResumable', this.#reviews.resumable.length > 0);
        const before = this.#now;
        const isSame =
          now.records.length === before.records.length &&
          now.records.every((record, index) => record === before.records[index]);
        const isFollowed = now.followed === before.followed;
        if (!isSame || now.shown !== before.shown) {
          this.#now = { ...now, behind: isFollowed ? before.behind : 0 };
          this.#changed.fire();
        }
        if (mayHaveMoved || !isFollowed) void this.#follow();
      },
      (error: unknown) => this.#onError(error),
    );
  }

  async #read(): Promise<BranchReviews> {
    const roots = this.#state.get<readonly string[]>(rootsName, []);
    if (roots.length === 0) return none;
    await Promise.all(roots.map(root => this.#reviews.restore(root)));
    const active = await this.#copies.ofActiveEditor();
    const open = active === undefined ? await this.#copies.all() : [active];
    for (const { copy } of open) {
      const records = this.#reviews.ofBranch(copy.root, copy.branch);
      if (records.length === 0) continue;
      const ended = records.filter(isSettled);
      const shown = ended.find(({ reviewId }) => reviewId === this.#chosen) ?? ended[0];
      return { records, shown, followed: latestOfBranch(records), behind: 0 };
    }
    return none;
  }

  /** Whether the branch has moved on is asked of git only after the findings are on the screen. */
  async #follow(): Promise<void> {
    const { followed } = this.#now;
    if (followed === undefined) return;
    const behind = await this.#pushedSince(followed).catch(() => 0);
    if (followed !== this.#now.followed || behind === this.#now.behind) return;
    this.#now = { ...this.#now, behind };
    this.#changed.fire();
  }

  /** Commits that were pushed to the branch and that the review has not seen; 0 where that is not known. */
  async #pushedSince({ subject, review }: SettledRecord): Promise<number> {
    const commit = review.commit ?? subject.headCommit;
    if (subject.root === undefined || subject.branch === undefined || commit === undefined) return 0;
    const { pushedSince } = await import('./repositoryReading.ts');
    return pushedSince(this.#git, subject.root, { branch: subject.branch, commit }, this.#stop.signal);
  }

  #remember({ subject: { root } }: ReviewRecord): void {
    const roots = this.#state.get<readonly string[]>(rootsName, []);
    if (root !== undefined && !roots.includes(root)) void this.#state.update(rootsName, [...roots, root]);
  }
}
