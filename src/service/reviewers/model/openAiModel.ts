import type { Clock } from '../../../core/clock.ts';
import { cancelled } from '../../../core/errors.ts';
import { chatError, readChatAnswer, type ChatAnswer } from './chatAnswer.ts';
import { chatUrl } from './chatUrl.ts';
import { extractJson } from './extractJson.ts';
import type { CompletionRequest } from '../../../core/completion.ts';
import type { Completion, LanguageModel } from './languageModel.ts';
import { PostJson } from './postJson.ts';

/** Where a model is and how it is asked. */
export interface OpenAiModelOptions {
  /** `http://localhost:11434/v1`; https except on this machine. */
  readonly baseUrl: string;
  /** The model's name as the service knows it. */
  readonly model: string;
  /** Sent as a Bearer token to the base address's origin and nowhere else. */
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Longest time for one answer, in milliseconds. */
  readonly timeoutMs?: number;
}

/** How the answer's shape is asked for, the surest first; services differ in which of them they know. */
const ways = ['schema', 'tool', 'text'] as const;
type Way = (typeof ways)[number];

const toolName = 'answer';

/**
 * A model behind any service that speaks OpenAI's chat completions. It finds out how the service can be held to a shape and
 * remembers it. @throws CodeReviewError of kind `input` where the address cannot be used
 */
export function openAiModel(options: OpenAiModelOptions): LanguageModel {
  return new OpenAiModel(options);
}

class OpenAiModel implements LanguageModel {
  readonly name: string;
  readonly #post: PostJson;
  #way: Way = 'schema';
  /** Newer models of OpenAI know only the second name. */
  #limitName: 'max_tokens' | 'max_completion_tokens' = 'max_tokens';

  constructor({ baseUrl, model, key, fetch, clock, timeoutMs = 120_000 }: OpenAiModelOptions) {
    this.name = model;
    this.#post = new PostJson({ url: chatUrl(baseUrl), key, fetch, clock, timeoutMs });
  }

  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion> {
    let last: Completion = { status: 'failed', reason: `${this.name} did not answer` };
    for (const way of ways.slice(ways.indexOf(this.#way))) {
      if (signal.aborted) throw cancelled(signal);
      const { completion, isFinal } = await this.#ask(way, request, signal);
      if (completion.status === 'answered') this.#way = way;
      if (isFinal) return completion;
      last = completion;
    }
    return last;
  }

  /** `isFinal` is false where another way of asking may help. */
  async #ask(
    way: Way,
    request: CompletionRequest,
    signal: AbortSignal,
  ): Promise<{ readonly completion: Completion; readonly isFinal: boolean }> {
    const limitName = this.#limitName;
    const reply = await this.#post.send(this.#body(way, request, limitName), signal);
    if ('completion' in reply) return { completion: reply.completion, isFinal: true };
    const { status, body } = reply;
    if (status >= 200 && status < 300) return this.#read(body, request);
    const said = this.#post.withoutKey(chatError(body));
    if (status === 400 && limitName === 'max_tokens' && said.includes('max_completion_tokens')) {
      this.#limitName = 'max_completion_tokens';
      return this.#ask(way, request, signal);
    }
    return this.#refused(status, said, way);
  }

  #refused(status: number, said: string, way: Way): { readonly completion: Completion; readonly isFinal: boolean } {
    const detail = said === '' ? '' : `: ${said}`;
    // A route of several services answers 404 where none of them knows the way of asking.
    const isUnsupported =
      [400, 415, 422, 501].includes(status) || (status === 404 && /tool|response_format|schema|json/i.test(said));
    if (isUnsupported && !/context|too long|too large|maximum.{0,40}tokens/i.test(said)) {
      const reason = `${this.name} refused the question (status ${status})${detail}`;
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
      const reason = `${this.#post.host} answered something that is no chat completion${said === '' ? '' : `: ${said}`}`;
      return { completion: { status: 'failed', reason }, isFinal: true };
    }
    if (answer.refusal !== '' || answer.finish === 'content_filter') {
      const reason = `${this.name} refused to read this change`;
      return { completion: { status: 'skipped', why: 'blocked', reason }, isFinal: true };
    }
    const value = valueOf(answer, request);
    if (value !== undefined) return { completion: { status: 'answered', value }, isFinal: true };
    const isCut = answer.finish === 'length';
    const reason = isCut
      ? `the answer of ${this.name} was longer than ${request.maxTokens} tokens and was cut off`
      : `${this.name} did not answer in the shape that was asked for`;
    return { completion: { status: 'failed', reason }, isFinal: isCut };
  }

  #body(way: Way, { system, user, schema, maxTokens }: CompletionRequest, limitName: string): Record<string, unknown> {
    const { title, ...shape } = schema;
    const ask =
      way === 'text'
        ? `${system}\n\nAnswer with one JSON object of this JSON schema, and with nothing else:\n${JSON.stringify(shape)}`
        : system;
    return {
      model: this.name,
      stream: false,
      [limitName]: maxTokens,
      messages: [
        { role: 'system', content: ask },
        { role: 'user', content: user },
      ],
      ...(way === 'schema'
        ? { response_format: { type: 'json_schema', json_schema: { name: title, strict: true, schema: shape } } }
        : {}),
      ...(way === 'tool'
        ? {
            tools: [
              { type: 'function', function: { name: toolName, description: 'Gives the answer.', parameters: shape } },
            ],
            tool_choice: { type: 'function', function: { name: toolName } },
          }
        : {}),
    };
  }
}

/** Whatever was asked for, some services put the answer into the other place. */
function valueOf({ toolArguments, text }: ChatAnswer, { schema }: CompletionRequest): unknown {
  return extractJson(toolArguments, schema.required) ?? extractJson(text, schema.required);
}
