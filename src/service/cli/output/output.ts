import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { getSystemErrorMessage } from 'node:util';
import { cancelledError, CodeReviewError } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';

/** Where a review is written while it is made: standard output, or a file. */
export class Output {
  readonly #stream: Writable;
  readonly #where: string;
  readonly #written: (text: string) => string;
  readonly #broken = new AbortController();

  /**
   * @param written how a text is written there
   * @param where in the sentence that says that it cannot be written to
   */
  constructor(stream: Writable, written: (text: string) => string, where = 'standard output') {
    this.#stream = stream;
    this.#where = where;
    this.#written = written;
    stream.on('error', error => this.#broken.abort(error));
  }

  /** Opens a file, which it empties. @throws CodeReviewError of kind `input` if it cannot be written */
  static async toFile(file: string, name: string): Promise<Output> {
    const stream = createWriteStream(file);
    const where = plainLine(name, 200);
    await once(stream, 'open').catch((error: unknown) => {
      throw unwritable(where, error);
    });
    return new Output(stream, text => text, where);
  }

  /** Aborts when nothing can be written any more, as after the reader of a pipe has gone. */
  get broken(): AbortSignal {
    return this.#broken.signal;
  }

  /** Whether the reader is behind. */
  get isBehind(): boolean {
    return this.#stream.writableNeedDrain;
  }

  /** Writes in the background; `flush` tells how that went. */
  write(text: string): void {
    this.#stream.write(this.#written(text));
  }

  /**
   * Waits until all is written. A reader that has gone, such as `head`, is no error; a full disk is.
   * @throws CodeReviewError of kind `input`, or `cancelled` if `signal` aborts while the reader does not read
   */
  flush(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(cancelledError(signal));
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      this.#stream.write('', failed => {
        signal.removeEventListener('abort', onAbort);
        const error: unknown = this.broken.reason ?? failed;
        if (isMissing(error) || (error instanceof Error && 'code' in error && error.code === 'EPIPE')) resolve();
        else reject(unwritable(this.#where, error));
      });
    });
  }
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** The error for a place that cannot be written to. */
function unwritable(where: string, error: unknown): CodeReviewError {
  const isSystem = error instanceof Error && 'errno' in error && typeof error.errno === 'number';
  const why = isSystem ? `: ${getSystemErrorMessage(error.errno as number)}` : '';
  return new CodeReviewError('input', `The review cannot be written to ${where}${why}.`, '', { cause: error });
}
