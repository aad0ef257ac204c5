import { DisposableStore, type Disposable } from '../../core/disposable.ts';
import { Emitter, type Event } from '../../core/events.ts';
import { Budget, type BudgetOptions } from './budget.ts';

/** The budgets of the keys that were used in this window, each made when it is first asked for. */
export class Budgets implements Disposable {
  readonly #options: Omit<BudgetOptions, 'origin' | 'key'>;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<undefined>;
  readonly #budgets = new Map<string, Budget>();

  constructor(options: Omit<BudgetOptions, 'origin' | 'key'>) {
    this.#options = options;
    this.#changed = this.#owned.add(new Emitter(options.onError));
  }

  /** Fires when one of them changed, in this window or another. */
  get onDidChange(): Event<undefined> {
    return this.#changed.event;
  }

  of(origin: string, key: string): Budget {
    const name = `${origin}\0${key}`;
    let budget = this.#budgets.get(name);
    if (budget === undefined) {
      budget = this.#owned.add(new Budget({ ...this.#options, origin, key }));
      this.#owned.add(budget.onDidChange(() => this.#changed.fire(undefined)));
      this.#budgets.set(name, budget);
    }
    return budget;
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
