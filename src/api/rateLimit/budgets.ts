import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import type { Budget, BudgetOptions } from './budget.ts';

/** The budgets of the keys used in this window, each created on first use. */
export class Budgets implements Disposable {
  readonly #options: Omit<BudgetOptions, 'origin' | 'key'>;
  readonly #owned = new DisposableStore();
  readonly #used: Emitter<undefined>;
  readonly #made: Emitter<Budget>;
  readonly #budgets = new Map<string, Budget>();

  constructor(options: Omit<BudgetOptions, 'origin' | 'key'>) {
    this.#options = options;
    this.#used = this.#owned.add(new Emitter(options.onError));
    this.#made = this.#owned.add(new Emitter(options.onError));
  }

  /** Fires when this window changes one of them. */
  get onDidUse(): Event<undefined> {
    return this.#used.event;
  }

  /** Fires when this or another window changes one of them; watches the shared files while it has listeners. */
  readonly onDidChange: Event<undefined> = listener => {
    const followed = new DisposableStore();
    const follow = (budget: Budget): unknown => followed.add(budget.onDidChange(listener));
    for (const budget of this.#budgets.values()) follow(budget);
    followed.add(this.#made.event(follow));
    return followed;
  };

  async of(origin: string, key: string): Promise<Budget> {
    const { Budget } = await import('./budget.ts');
    const name = `${origin}\0${key}`;
    let budget = this.#budgets.get(name);
    if (budget === undefined) {
      budget = this.#owned.add(new Budget({ ...this.#options, origin, key }));
      this.#owned.add(budget.onDidUse(() => this.#used.fire(undefined)));
      this.#budgets.set(name, budget);
      this.#made.fire(budget);
    }
    return budget;
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
