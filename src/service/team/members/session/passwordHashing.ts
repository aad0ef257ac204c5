import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { CodeReviewError } from '../../../../core/base/errors.ts';

/** Hashes passwords and knows them again. */
export interface Hashing {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (data: { readonly hash: string; readonly password: string }) => Promise<boolean>;
}

/** Hashes passwords within bounds: each takes 32 MB and a twentieth of a second of a processor. */
export class PasswordHashing implements Hashing {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param mostWaiting beyond it, further ones are refused at once */
  constructor(atOnce = 2, mostWaiting = 40) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws {CodeReviewError} of kind `service` with status 503 if too many are waiting */
  readonly hash = (password: string): Promise<string> => this.#within(() => hashPassword(password));

  /** @throws {CodeReviewError} of kind `service` with status 503 if too many are waiting */
  readonly verify = (data: { readonly hash: string; readonly password: string }): Promise<boolean> =>
    this.#within(() => verifyPassword(data));

  async #within<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mostWaiting)
        throw new CodeReviewError('service', 'Too many people are signing in.', 'Try again in a few seconds.', {
          status: 503,
        });
      // The one that ends hands its place over.
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
