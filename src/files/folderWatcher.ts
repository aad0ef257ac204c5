import { existsSync, mkdirSync, readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../core/base/clock.ts';
import type { Disposable } from '../core/base/disposable.ts';
import { Emitter, type Event } from '../core/base/events.ts';

// Polling interval in milliseconds: network drives and exhausted watchers send no events.
const slowLook = 30_000;

/** Emits the names of files in a folder that are created, changed or removed; watches only while it has listeners. */
export class FolderWatcher implements Disposable {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #changed: Emitter<string>;
  readonly #removed: Emitter<string>;
  #listeners = 0;
  #isDisposed = false;
  #watcher: FSWatcher | undefined;
  #stop: AbortController | undefined;
  #known = new Map<string, string>();

  /** @param folder created if missing when the first listener is added */
  constructor(folder: string, clock: Clock, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#clock = clock;
    this.#changed = new Emitter(onError);
    this.#removed = new Emitter(onError);
  }

  readonly onDidChange: Event<string> = listener => this.#listen(this.#changed, listener);

  /** Tells nothing where the folder itself is gone, as with a drive that is taken away. */
  readonly onDidRemove: Event<string> = listener => this.#listen(this.#removed, listener);

  dispose(): void {
    this.#isDisposed = true;
    this.#end();
    this.#changed.dispose();
    this.#removed.dispose();
  }

  #listen(emitter: Emitter<string>, listener: (name: string) => void): Disposable {
    const subscription = emitter.event(listener);
    if (this.#listeners++ === 0 && !this.#isDisposed) this.#start();
    let listens = true;
    return {
      dispose: () => {
        subscription.dispose();
        if (listens && --this.#listeners === 0) this.#end();
        listens = false;
      },
    };
  }

  #start(): void {
    this.#stop = new AbortController();
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      // The watcher does not keep the process alive; if it fails, polling continues.
      this.#watcher = watch(this.#folder, { persistent: false }, (_, name) =>
        name === null ? this.#lookAtAll() : this.#lookAt(name),
      ).on('error', () => this.#watcher?.close());
    } catch {
      this.#watcher = undefined;
    }
    // Synchronous, so that a file created after this call is not taken for an old one.
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
      // There are no listeners any more.
    }
  }

  #lookAtAll(): void {
    for (const name of new Set([...this.#known.keys(), ...this.#names()])) this.#lookAt(name);
  }

  #lookAt(name: string): void {
    const stamp = this.#stampOf(name);
    if (stamp === undefined) {
      if (this.#isRemoved(name) && this.#known.delete(name)) this.#removed.fire(name);
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

  /** False for a file that only cannot be looked at now. */
  #isRemoved(name: string): boolean {
    try {
      const found = statSync(path.join(this.#folder, name), { throwIfNoEntry: false });
      return found === undefined && existsSync(this.#folder);
    } catch {
      return false;
    }
  }

  /** A stamp that changes when the file is replaced or written; undefined if it does not exist. */
  #stampOf(name: string): string | undefined {
    try {
      const { ino, size, mtimeMs } = statSync(path.join(this.#folder, name));
      return `${ino} ${size} ${mtimeMs}`;
    } catch {
      return undefined;
    }
  }
}
