import { CodeReviewError, displayMessage } from '../../../core/base/errors.ts';

/** In milliseconds. Whoever asks has given up by then. */
const patience = 4_000;

/** Whether a process can answer requests. */
export class Readiness {
  readonly #check: () => Promise<void>;
  #asked: Promise<string | undefined> | undefined;
  #isEnding = false;

  /** @param check throws a CodeReviewError if it cannot */
  constructor(check: () => Promise<void>) {
    this.#check = check;
  }

  /** The process takes no more requests from now on. */
  end(): void {
    this.#isEnding = true;
  }

  /** Why it cannot, in a sentence; undefined if it can. Whoever asks meanwhile gets the same answer. */
  async unready(): Promise<string | undefined> {
    if (this.#isEnding) return 'The process is about to end.';
    this.#asked ??= this.#ask().finally(() => (this.#asked = undefined));
    return this.#asked;
  }

  async #ask(): Promise<string | undefined> {
    const late = 'The database takes too long to answer.';
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<string>(resolve => (timer = setTimeout(() => resolve(late), patience)));
    try {
      return await Promise.race([this.#check().then(() => undefined), limit]);
    } catch (error) {
      return CodeReviewError.is(error) ? displayMessage(error) : 'The database cannot be used.';
    } finally {
      clearTimeout(timer);
    }
  }
}
