import { cancelled } from '../base/errors.ts';
import type { CompletionReply, CompletionRequest } from './modelCompletion.ts';

/** What is sent to the process that asks the model. */
export type QuestionMessage =
  | { readonly type: 'ask'; readonly id: number; readonly model: string; readonly request: CompletionRequest }
  /** Nobody waits for the answer any more. */
  | { readonly type: 'forget'; readonly id: number };

/** What comes back for each question that was not forgotten. */
export interface ReplyMessage {
  readonly type: 'reply';
  readonly id: number;
  readonly reply: CompletionReply;
}

/** Asks a language model by its id; rejects with kind `cancelled` once `signal` is aborted. */
export type AskModel = (model: string, request: CompletionRequest, signal: AbortSignal) => Promise<CompletionReply>;

/** The asking end of a channel between processes: puts questions and gives each its reply. */
export class Questions {
  readonly #send: (message: QuestionMessage) => void;
  readonly #waiting = new Map<number, (reply: CompletionReply) => void>();
  #last = 0;

  constructor(send: (message: QuestionMessage) => void) {
    this.#send = send;
  }

  readonly ask: AskModel = (model, request, signal) => {
    if (signal.aborted) return Promise.reject(cancelled(signal));
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(id);
        this.#send({ type: 'forget', id });
        reject(cancelled(signal));
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.set(id, reply => {
        signal.removeEventListener('abort', stop);
        resolve(reply);
      });
      this.#send({ type: 'ask', id, model, request });
    });
  };

  /** Takes a reply in; one that nobody waits for is passed over. */
  take({ id, reply }: ReplyMessage): void {
    this.#waiting.get(id)?.(reply);
    this.#waiting.delete(id);
  }
}

/** The answering end: has each question answered and sends the reply. */
export class Replies {
  readonly #ask: AskModel;
  readonly #send: (message: ReplyMessage) => void;
  readonly #open = new Map<number, AbortController>();

  constructor(ask: AskModel, send: (message: ReplyMessage) => void) {
    this.#ask = ask;
    this.#send = send;
  }

  take(message: QuestionMessage): void {
    if (message.type === 'forget') this.#open.get(message.id)?.abort();
    else void this.#answer(message);
  }

  /** Gives all questions up, as when the asking process has ended. */
  abort(): void {
    for (const controller of this.#open.values()) controller.abort();
  }

  async #answer({ id, model, request }: Extract<QuestionMessage, { type: 'ask' }>): Promise<void> {
    const controller = new AbortController();
    this.#open.set(id, controller);
    const reply = await this.#ask(model, request, controller.signal).catch(failed);
    this.#open.delete(id);
    if (!controller.signal.aborted) this.#send({ type: 'reply', id, reply });
  }
}

function failed(error: unknown): CompletionReply {
  return { status: 'failed', reason: error instanceof Error ? error.message.replace(/\.$/, '') : 'no reason given' };
}
