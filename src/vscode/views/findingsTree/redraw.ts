import { CodeReviewError } from '../../../core/base/errors.ts';
import { t } from '../../../core/base/l10n.ts';

/** Longest wait for a tree to be drawn, in milliseconds. */
const longest = 2_000;

/** Whether the editor still has the rows of before: it asks for new ones a moment after it was told to. */
export class Redraw {
  #isPending = true;
  #waiting: (() => void)[] = [];

  get isPending(): boolean {
    return this.#isPending;
  }

  /** The rows have changed. */
  expect(): void {
    this.#isPending = true;
  }

  /** The editor has asked for the rows. */
  done(): void {
    this.#isPending = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when the editor has asked for the rows; after a while, if it does not. */
  async ended(): Promise<void> {
    if (!this.#isPending) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>(resolve => {
      this.#waiting.push(resolve);
      timer = setTimeout(resolve, longest);
    });
    clearTimeout(timer);
  }
}

/** What a command says that the editor asked for while it knew none of the rows. */
export function drawnAnew(): CodeReviewError {
  const sentence = t('The findings were just drawn anew, so this was not done.');
  return new CodeReviewError('input', sentence, t('Choose it again.'));
}
