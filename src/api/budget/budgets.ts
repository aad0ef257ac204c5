import { DisposableStore, type Disposable } from '../../core/disposable.ts';
import { Emitter, type Event } from '../../core/events.ts';
import { Budget, type BudgetOptions } from './budget.ts';

/** The budgets of the keys that were used in this window, each made when it is first asked for. */
export class Budgets implements Disposable {
  readonly #options: Omit<BudgetOptions, 'origin' | 'key'>;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<undefined>;
  readonly #budgets = new Map<string, Budget>();
  /** While somebody listens, since each costs a watch on a folder. */
  readonly #subscriptions: Disposable[] = [];
  #listeners = 0;

  constructor(options: Omit<BudgetOptions, 'origin' | 'key'>) {
    this.#options = options;
    this.#changed = this.#owned.add(new Emitter(options.onError));
  }

  /** Fires when one of them changed, in this window or another. */
  readonly onDidChange: Event<undefined> = listener => {
    const subscription = this.#changed.event(listener);
    if (this.#listeners++ === 0) for (const budget of this.#budgets.values()) this.#follow(budget);
    let listens = true;
    return {
      dispose: () => {
        subscription.dispose();
        if (listens && --this.#listeners === 0) this.#unfollow();
        listens = false;
      },
    };
  };

  of(origin: string, key: string): Budget {
    const name = `${origin}\0${key}`;
    let budget = this.#budgets.get(name);
    if (budget === undefined) {
      budget = this.#owned.add(new Budget({ ...this.#options, origin, key }));
      this.#budgets.set(name, budget);
      if (this.#listeners > 0) this.#follow(budget);
    }
    return budget;
  }

  dispose(): void {
    this.#unfollow();
    this.#owned.dispose();
  }

  #follow(budget: Budget): void {
    this.#subscriptions.push(budget.onDidChange(() => this.#changed.fire(undefined)));
  }

  #unfollow(): void {
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }
}
