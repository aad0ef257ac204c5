import { cancelledError } from '../base/errors.ts';
import type { CompletionReply, CompletionRequest } from './modelCompletion.ts';

/** A message to the process that calls the model. */
export type ModelRequestMessage =
  | { readonly type: 'ask'; readonly id: number; readonly model: string; readonly request: CompletionRequest }
  /** Cancels a request. */
  | { readonly type: 'forget'; readonly id: number };

/** The reply to a question that was not cancelled. */
export interface ModelReplyMessage {
  readonly type: 'reply';
  readonly id: number;
  readonly reply: CompletionReply;
}

/** Sends a request to the language model with an id; rejects with kind `cancelled` once `signal` is aborted. */
export type AskModel = (model: string, request: CompletionRequest, signal: AbortSignal) => Promise<CompletionReply>;

/** The client end of a channel between processes: sends questions and resolves each with its reply. */
export class ModelRpcClient {
  readonly #send: (message: ModelRequestMessage) => void;
  readonly #waiting = new Map<number, (reply: CompletionReply) => void>();
  #last = 0;

  constructor(send: (message: ModelRequestMessage) => void) {
    this.#send = send;
  }

  readonly ask: AskModel = (model, request, signal) => {
    if (signal.aborted) return Promise.reject(cancelledError(signal));
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(id);
        this.#send({ type: 'forget', id });
        reject(cancelledError(signal));
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.set(id, reply => {
        signal.removeEventListener('abort', stop);
        resolve(reply);
      });
      this.#send({ type: 'ask', id, model, request });
    });
  };

  /** Handles a reply; ignores replies to cancelled questions. */
  take({ id, reply }: ModelReplyMessage): void {
    this.#waiting.get(id)?.(reply);
    this.#waiting.delete(id);
  }
}

/** The server end of the channel: answers each question and sends the reply. */
export class ModelRpcServer {
  readonly #ask: AskModel;
  readonly #send: (message: ModelReplyMessage) => void;
  readonly #open = new Map<number, AbortController>();

  constructor(ask: AskModel, send: (message: ModelReplyMessage) => void) {
    this.#ask = ask;
    this.#send = send;
  }

  take(message: ModelRequestMessage): void {
    if (message.type === 'forget') this.#open.get(message.id)?.abort();
    else void this.#answer(message);
  }

  /** Cancels all questions, for example when the client process has exited. */
  abort(): void {
    for (const controller of this.#open.values()) controller.abort();
  }

  async #answer({ id, model, request }: Extract<ModelRequestMessage, { type: 'ask' }>): Promise<void> {
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
