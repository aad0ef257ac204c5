import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { Git } from '../../git/run/git.ts';
import type { CurrentReview, RepositoryReviews } from '../../reviews/current/repositoryReviews.ts';
import { commitOf, latestOfBranch, type SettledRecord } from '../../reviews/store/reviewRecord.ts';
import { notify } from '../platform/notify.ts';
import { settings } from '../platform/settings.ts';
import type { RepositoryArgument } from '../repository/chooseRepository.ts';
import type { OpenRepositories } from '../repository/openRepositories.ts';
import type { OpenReviews } from '../repository/openReviews.ts';

const command = 'codeReview.reviewCurrentBranch';

interface Parts {
  readonly git: Git;
  readonly copies: OpenRepositories;
  readonly open: OpenReviews;
  /** Resolves when the findings of what is current are on the screen. */
  readonly drawn: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Offers the next review, once for each push that the last one has not seen; starts it only where the setting says so. */
export class NextReviewOffer implements Disposable {
  readonly #git: Git;
  readonly #copies: OpenRepositories;
  readonly #open: OpenReviews;
  readonly #owned = new DisposableStore();
  readonly #stop = new AbortController();
  /** By root: the review that pushes are counted from, and how many were told. */
  readonly #known = new Map<string, { readonly record: SettledRecord; readonly told: number }>();

  constructor({ git, copies, open, drawn, onError }: Parts) {
    this.#git = git;
    this.#copies = copies;
    this.#open = open;
    const look = (isMoved: boolean) => (): void => {
      // Each run of git would keep the findings waiting.
      drawn()
        .then(() => Promise.all(open.repositories.map(repository => this.#look(repository, isMoved))))
        .catch(onError);
    };
    this.#owned.add(open.onDidChange(look(false)));
    this.#owned.add(copies.onDidChange(look(true)));
  }

  dispose(): void {
    this.#stop.abort();
    this.#owned.dispose();
  }

  /** @param isMoved whether refs may have changed since the last time */
  async #look({ open, current }: RepositoryReviews, isMoved: boolean): Promise<void> {
    if (open === undefined) return;
    const record = latestOf(current);
    const known = this.#known.get(open.root);
    if (record === undefined || (known?.record === record && !isMoved)) return;
    const told = known?.record === record ? known.told : 0;
    const looking = { record, told };
    this.#known.set(open.root, looking);
    const behind = await this.#pushedSince(open.root, record);
    // A later look knows better, whichever ends first; and a review may have been started by hand.
    if (this.#known.get(open.root) !== looking || latestOf(this.#currentOf(open.root)) !== record) return;
    if (behind === 0 || behind === told) return;
    this.#known.set(open.root, { record, told: behind });
    // The repository that was pushed to, whatever editor is active by then.
    const about: RepositoryArgument = { rootUri: vscode.Uri.file(open.root) };
    if (settings.reviewsOnPush) void vscode.commands.executeCommand(command, { ...about, isAutomatic: true });
    else {
      const { movedOnSentence } = await import('../repository/repositoryReading.ts');
      notify('info', movedOnSentence(record.subject, behind), [
        { title: t('Review Again'), command, arguments: [about] },
      ]);
    }
  }

  #currentOf(root: string): readonly CurrentReview[] {
    return this.#open.repositories.find(each => each.open?.root === root)?.current ?? [];
  }

  /** Commits that were pushed to the branch and that the review has not seen; 0 where that is not known. */
  async #pushedSince(root: string, record: SettledRecord): Promise<number> {
    const { branch } = record.subject;
    const commit = commitOf(record);
    if (branch === undefined || commit === undefined) return 0;
    const { pushedSince } = await import('../repository/repositoryReading.ts');
    try {
      const config = (await this.#copies.of(root))?.config;
      const since = { branch, commit, ...(config !== undefined && { config }) };
      return await pushedSince(this.#git, root, since, this.#stop.signal);
    } catch {
      return 0;
    }
  }
}

function latestOf(current: readonly CurrentReview[]): SettledRecord | undefined {
  const latestFirst = current.flatMap(({ records }) => records).sort((a, b) => b.triggeredAt - a.triggeredAt);
  return latestOfBranch(latestFirst);
}
