import { mkdirSync, readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../core/base/clock.ts';
import type { Disposable } from '../core/base/disposable.ts';
import { Emitter, type Event } from '../core/base/events.ts';

// Network disks and exhausted watches tell nothing, so the files are looked at as well, slowly.
const slowLook = 30_000;

/** Tells the names of the files of a folder that appear or change; watches only while somebody listens. */
export class WatchedFolder implements Disposable {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #changed: Emitter<string>;
  #listeners = 0;
  #isDisposed = false;
  #watcher: FSWatcher | undefined;
  #stop: AbortController | undefined;
  #known = new Map<string, string>();

  /** @param folder made where it is missing, when somebody listens */
  constructor(folder: string, clock: Clock, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#clock = clock;
    this.#changed = new Emitter(onError);
  }

  readonly onDidChange: Event<string> = listener => {
    const subscription = this.#changed.event(listener);
    if (this.#listeners++ === 0 && !this.#isDisposed) this.#start();
    let listens = true;
    return {
      dispose: () => {
        subscription.dispose();
        if (listens && --this.#listeners === 0) this.#end();
        listens = false;
      },
    };
  };

  dispose(): void {
    this.#isDisposed = true;
    this.#end();
    this.#changed.dispose();
  }

  #start(): void {
    this.#stop = new AbortController();
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      // A watch keeps no process alive, and one that fails leaves the slow look.
      this.#watcher = watch(this.#folder, { persistent: false }, (_, name) =>
        name === null ? this.#lookAtAll() : this.#lookAt(name),
      ).on('error', () => this.#watcher?.close());
    } catch {
      this.#watcher = undefined;
    }
    // At once and not later, so that nothing that comes after this call is taken for old.
    this.#known = new Map(this.#names().map(name => [name, this.#stampOf(name) ?? '']));
    void this.#lookSlowly(this.#stop.signal);
  }

  #end(): void {
    this.#stop?.abort();
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  async #lookSlowly(signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await this.#clock.wait(slowLook, signal);
        this.#lookAtAll();
      }
    } catch {
      // Nobody listens any more.
    }
  }

  #lookAtAll(): void {
    for (const name of this.#names()) this.#lookAt(name);
  }

  #lookAt(name: string): void {
    const stamp = this.#stampOf(name);
    if (stamp === undefined) {
      this.#known.delete(name);
    } else if (this.#known.get(name) !== stamp) {
      this.#known.set(name, stamp);
      this.#changed.fire(name);
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  /** Differs when the file was replaced or written to; undefined when it is not there. */
  #stampOf(name: string): string | undefined {
    try {
      const { ino, size, mtimeMs } = statSync(path.join(this.#folder, name));
      return `${ino} ${size} ${mtimeMs}`;
    } catch {
      return undefined;
    }
  }
}
