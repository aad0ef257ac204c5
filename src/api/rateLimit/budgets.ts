import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import type { Budget, BudgetOptions } from './budget.ts';

/** The budgets of the keys that were used in this window, each made when it is first asked for. */
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

  /** Fires when one of them changed by what this window does. */
  get onDidUse(): Event<undefined> {
    return this.#used.event;
  }

  /** Fires when one of them changed, in this window or another; their files are watched while somebody listens. */
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
