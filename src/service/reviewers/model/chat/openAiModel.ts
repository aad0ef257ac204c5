import type { Clock } from '../../../../core/base/clock.ts';
import type { CompletionRequest } from '../../../../core/protocol/modelCompletion.ts';
import { cancelledError } from '../../../../core/base/errors.ts';
import { chatError, readChatAnswer, type ChatAnswer } from './chatAnswer.ts';
import { chatRequest, nextLimitName, outputModes, type LimitName, type OutputMode } from './chatRequest.ts';
import { chatUrl } from './chatUrl.ts';
import { extractJson } from './extractJson.ts';
import type { Completion, LanguageModel } from './languageModel.ts';
import { charactersPerToken } from '../limits.ts';
import { PostJson } from './postJson.ts';

/** Options of a model behind an OpenAI-compatible service. */
export interface OpenAiModelOptions {
  /** `http://localhost:11434/v1`; https except on this machine. */
  readonly baseUrl: string;
  /** See `chatUrl`. */
  readonly mayBePlain?: boolean | undefined;
  /** The model's name as the service knows it. */
  readonly model: string;
  /** Sent as a Bearer token to the base address's origin and nowhere else. */
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Timeout of one answer, in milliseconds. */
  readonly timeoutMs?: number;
}

/**
 * Creates a model behind any service with OpenAI's chat completions API. Detects which way of requesting structured output
 * the service supports, and remembers it. @throws CodeReviewError of kind `input` if the address is invalid
 */
export function openAiModel(options: OpenAiModelOptions): LanguageModel {
  return new OpenAiModel(options);
}

class OpenAiModel implements LanguageModel {
  readonly name: string;
  readonly #post: PostJson;
  #way: OutputMode = 'schema';
  #limitName: LimitName = 'max_tokens';

  constructor({ baseUrl, mayBePlain, model, key, fetch, clock, timeoutMs = 120_000 }: OpenAiModelOptions) {
    this.name = model;
    this.#post = new PostJson({ url: chatUrl(baseUrl, mayBePlain), key, fetch, clock, timeoutMs });
  }

  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion> {
    let last: Completion = { status: 'failed', reason: `${this.name} did not answer` };
    for (const way of outputModes.slice(outputModes.indexOf(this.#way))) {
      if (signal.aborted) throw cancelledError(signal);
      const { completion, isFinal } = await this.#ask(way, request, signal);
      if (completion.status === 'answered') this.#way = way;
      if (isFinal) return completion;
      last = completion;
    }
    return last;
  }

  /** `isFinal` is false if another output mode may help. */
  async #ask(
    way: OutputMode,
    request: CompletionRequest,
    signal: AbortSignal,
  ): Promise<{ readonly completion: Completion; readonly isFinal: boolean }> {
    const limitName = this.#limitName;
    const reply = await this.#post.send(chatRequest(this.name, request, { way, limitName }), signal);
    if ('completion' in reply) return { completion: reply.completion, isFinal: true };
    const { status, body } = reply;
    if (status >= 200 && status < 300) return this.#read(body, request);
    const said = this.#post.withoutKey(chatError(body));
    const nextName = nextLimitName(limitName, said);
    if (status === 400 && nextName !== limitName) {
      this.#limitName = nextName;
      return this.#ask(way, request, signal);
    }
    return this.#refused(status, said, way);
  }

  #refused(
    status: number,
    said: string,
    way: OutputMode,
  ): { readonly completion: Completion; readonly isFinal: boolean } {
    if (/content[ _-](?:filter|management)/i.test(said)) return { completion: this.#unwilling, isFinal: true };
    const detail = said === '' ? '' : `: ${said}`;
    const saidOfOthers = said.replaceAll(this.name, '');
    // Routers return 404 if no service behind them supports the output mode.
    const isUnsupported =
      [400, 415, 422, 501].includes(status) ||
      (status === 404 && /tool|response_format|schema|json/i.test(saidOfOthers));
    if (isUnsupported && !/context|too long|too large|maximum.{0,40}tokens/i.test(said)) {
      const reason = `${this.name} refused the request (status ${status})${detail}`;
      return { completion: { status: 'failed', reason }, isFinal: way === 'text' };
    }
    const skipped = (why: 'noPermission' | 'blocked' | 'notFound', reason: string): Completion => ({
      status: 'skipped',
      why,
      reason: `${reason}${detail}`,
    });
    const host = this.#post.host;
    const completion: Completion =
      status === 401 || status === 403
        ? skipped('noPermission', `${host} does not accept the key (status ${status})`)
        : status === 404
          ? skipped('notFound', `${host} has no model ${this.name} at this address`)
          : status === 402 || status === 429
            ? skipped('blocked', `the limit or the credit at ${host} is used up`)
            : { status: 'failed', reason: `${host} answered with status ${status}${detail}` };
    return { completion, isFinal: true };
  }

  #read(body: string, request: CompletionRequest): { readonly completion: Completion; readonly isFinal: boolean } {
    const answer = readChatAnswer(body);
    if (answer === undefined) {
      const said = this.#post.withoutKey(chatError(body));
      const reason = `${this.#post.host} sent a response that is not a chat completion${said === '' ? '' : `: ${said}`}`;
      return { completion: { status: 'failed', reason }, isFinal: true };
    }
    if (answer.refusal !== '' || answer.finish === 'content_filter') {
      return { completion: this.#unwilling, isFinal: true };
    }
    if (answer.error !== '') {
      const reason = `${this.#post.host} aborted its response: ${this.#post.withoutKey(answer.error)}`;
      return { completion: { status: 'failed', reason }, isFinal: true };
    }
    const needed = Math.round((request.system.length + request.user.length) / charactersPerToken);
    if (answer.promptTokens !== undefined && answer.promptTokens < needed / 2) {
      // Ollama truncates silently: what the model was not shown must not count as read.
      const reason = `${this.name} was given only ${answer.promptTokens} of about ${needed} tokens of the prompt, so the context length that ${this.#post.host} allows it is too small`;
      return { completion: { status: 'failed', reason }, isFinal: true };
    }
    const value = valueOf(answer, request);
    if (value !== undefined) return { completion: { status: 'answered', value }, isFinal: true };
    const isCut = answer.finish === 'length';
    const reason = isCut
      ? `the answer of ${this.name} was longer than ${request.maxTokens} tokens and was cut off`
      : `${this.name} did not answer in the requested format`;
    return { completion: { status: 'failed', reason }, isFinal: isCut };
  }

  get #unwilling(): Completion {
    return { status: 'skipped', why: 'blocked', reason: `${this.name} refused to read this change` };
  }
}

/** Some services put the answer into the other field, whatever was requested. */
function valueOf({ toolArguments, text }: ChatAnswer, request: CompletionRequest): unknown {
  return extractJson(toolArguments, request) ?? extractJson(text, request);
}
