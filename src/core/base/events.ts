import type { Disposable } from './disposable.ts';

/** Adds a listener, which is removed when the returned disposable is disposed. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Sends events to its listeners. A listener that throws does not stop the others. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  readonly event: Event<T> = listener => {
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
