import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keyIn, marker, setAside } from './canary.ts';
import { onChild, onExpectedError, onRemoval, onWrite } from './observed.ts';
import { onSeen } from './seen.ts';
import { argumentsOf, descendants, placesBelow } from './searching.ts';

/** No spelling of a key has more bytes. */
const longest = 200;
/** How often the arguments of all processes below this one are looked at, in milliseconds. */
const sampling = 1_000;

/**
 * Looks for the keys of the tests in what this process prints, in the errors that its tests expect, in the arguments of
 * all processes below it and what its children print, and in what is removed from the folder for temporary files.
 */
export class KeyWatch {
  readonly #places = new Set<string>();
  readonly #others = new Set<number>();
  #test = '';

  /**
   * Watches from now until the process ends.
   * @param isBelow whether a process above this one watches as well, which then looks at the arguments of all
   */
  static start(isBelow = false): KeyWatch {
    const watch = new KeyWatch();
    for (const stream of [process.stdout, process.stderr]) onWrite(stream, watch.#reader('what was printed'));
    onSeen((text, where) => void watch.look(text, where));
    onExpectedError(text => void watch.look(text, 'an error'));
    onRemoval(tmpdir(), top => watch.lookBelow(top));
    onChild(({ spawnargs, stdout, stderr }) => {
      watch.look(spawnargs.join('\n'), `the arguments of ${path.basename(spawnargs[0] ?? '')}`);
      // The command prints the key that it makes, and `ps` whatever a process was started with.
      const isMeant = spawnargs[0] === 'ps' || spawnargs.join(' ').includes(' keys create ');
      return { stdout: isMeant ? undefined : stdout, stderr, hear: watch.#reader('what a process printed') };
    });
    if (process.platform === 'linux' && !isBelow) setInterval(() => watch.#lookAtProcesses(), sampling).unref();
    return watch;
  }

  /** Looks at a text or bytes, and answers whether they hold a key; `where` names what they are of. */
  look(seen: string | Uint8Array, where: string): boolean {
    const isFound = keyIn(Buffer.from(seen)) >= 0;
    if (isFound) this.#places.add(`${where}${this.#test}`);
    return isFound;
  }

  /** Looks at a file, or at all below a folder. */
  lookBelow(top: string): void {
    const places = placesBelow(top, keyIn).filter(place => !place.includes(setAside));
    for (const place of places) this.#places.add(`${place.replaceAll(marker, '…')}${this.#test}`);
  }

  /** @throws Error that names every place in which a key was found */
  assertNone(): void {
    if (this.#places.size === 0) return;
    const places = [...this.#places].map(place => `- ${place}`).join('\n');
    throw new Error(`A key that the tests use is where no key may be:\n${places}`);
  }

  /**
   * Hooks for the whole of a suite: they name the test during which something was seen, and fail at its end.
   * @param folder of temporary files, to remove at the end
   */
  hooks(folder?: string): Mocha.RootHookObject {
    const name = (test: Mocha.Test | undefined): unknown => (this.#test = ` (during “${test?.fullTitle()}”)`);
    const end = async (): Promise<void> => {
      this.#test = '';
      if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      this.assertNone();
    };
    return {
      beforeEach(this: Mocha.Context) {
        name(this.currentTest);
      },
      afterAll: end,
    };
  }

  /** Looks at what comes in pieces, also where a key is cut in two. */
  #reader(where: string): (piece: Uint8Array) => void {
    let last = Buffer.alloc(0);
    return piece => {
      const seen = Buffer.concat([last, piece]);
      last = this.look(seen, where) ? Buffer.alloc(0) : seen.subarray(-longest);
    };
  }

  #lookAtProcesses(): void {
    for (const id of descendants(this.#others)) this.look(argumentsOf(id), 'the arguments of a process');
  }
}
