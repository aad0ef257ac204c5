import type { Event } from '../../core/base/events.ts';
import { homeOf } from '../../git/repository/identifyRepository.ts';
import type { FindingsRecord } from '../../reviews/current/shownReviews.ts';
import type { RenamedFindings } from '../../reviews/decisions/carriedDecisions.ts';
import { decidedSince, type Decision, type Decisions, type KnownFinding } from '../../reviews/decisions/decisions.ts';
import type { DecidedRepository, DecisionStore } from '../../reviews/decisions/decisionStore.ts';
import type { OpenRepositories, OpenRepository } from '../repository/openRepositories.ts';

type DecidedCopies = Pick<OpenRepositories, 'all' | 'of' | 'onDidChange'>;

/** The decisions of the repositories that reviews of this window are of. */
export class RecordDecisions {
  readonly #store: DecisionStore;
  readonly #copies: DecidedCopies;

  constructor(store: DecisionStore, copies: DecidedCopies) {
    this.#store = store;
    this.#copies = copies;
  }

  /** Fires when something was decided, here or elsewhere, and when a repository may have another name or home. */
  get onDidChange(): Event<unknown> {
    return listener => {
      const heard = [this.#store.onDidChange(listener), this.#copies.onDidChange(listener)];
      return {
        dispose: () => {
          for (const each of heard) each.dispose();
        },
      };
    };
  }

  /** All decisions of a review's repository, see `DecisionStore.all`. */
  async all(record: FindingsRecord): Promise<Decisions> {
    return this.#store.all(await this.#repositoryOf(record));
  }

  /** Keeps a decision about some findings of a review, see `DecisionStore.decide`. */
  async decide(
    record: FindingsRecord,
    findings: readonly KnownFinding[],
    decided: ReadonlySet<string>,
    decision: Decision,
    from?: Decision['state'],
  ): Promise<void> {
    const kept = decidedSince(decision, record.triggeredAt);
    await this.#store.decide(await this.#repositoryOf(record), findings, decided, kept, from);
  }

  /** Keeps decisions about findings of a review in files that were renamed, see `DecisionStore.carry`. */
  async carry(record: FindingsRecord, renamed: RenamedFindings): Promise<void> {
    await this.#store.carry(await this.#repositoryOf(record), renamed);
  }

  async #repositoryOf({ subject: { root, pullRequest } }: FindingsRecord): Promise<DecidedRepository> {
    const fullName = pullRequest.repository;
    const isIt = ({ copy, identity }: OpenRepository): boolean =>
      root === undefined ? identity.fullName.toLowerCase() === fullName.toLowerCase() : copy.root === root;
    // Those are read already: findings wait for their decisions.
    const open =
      (await this.#copies.all()).find(isIt) ??
      (root === undefined ? undefined : await this.#copies.of(root).catch(() => undefined));
    return { fullName, home: open && homeOf(open.identity, open.copy) };
  }
}
