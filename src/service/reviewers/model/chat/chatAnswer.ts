import * as v from 'valibot';
import { plainLine } from '../../../../core/base/text.ts';

/** A chat completion, from a plain or a streamed response. */
export interface ChatAnswer {
  readonly text: string;
  /** Arguments of the first tool call, as JSON text. */
  readonly toolArguments: string;
  readonly refusal: string;
  /** `stop`, `length`, `tool_calls`, `content_filter`, …; empty if absent. */
  readonly finish: string;
  /** Message of an error within the response; empty if there is none. */
  readonly error: string;
  /** Number of prompt tokens that the model processed; undefined if absent. */
  readonly promptTokens: number | undefined;
}

const message = v.object({
  content: v.nullish(v.union([v.string(), v.array(v.object({ text: v.nullish(v.string()) }))])),
  refusal: v.nullish(v.string()),
  tool_calls: v.nullish(
    v.array(
      v.object({
        index: v.nullish(v.number()),
        function: v.nullish(v.object({ arguments: v.optional(v.unknown()) })),
      }),
    ),
  ),
});
const part = v.object({
  choices: v.array(
    v.object({
      delta: v.nullish(message),
      message: v.nullish(message),
      finish_reason: v.nullish(v.string()),
      error: v.optional(v.unknown()),
    }),
  ),
  error: v.optional(v.unknown()),
  usage: v.nullish(v.object({ prompt_tokens: v.nullish(v.number()) })),
});

/** Parses the body of a successful response. @returns undefined if it is no chat completion */
export function readChatAnswer(body: string): ChatAnswer | undefined {
  const jsons = isEventStream(body) ? eventsOf(body) : [parsed(body)];
  const parts = jsons.flatMap(json => {
    const known = v.safeParse(part, json);
    return known.success ? known.output : [];
  });
  const choices = parts.flatMap(each => each.choices.slice(0, 1));
  if (choices.length === 0) return undefined;
  const messages = choices.flatMap(choice => choice.delta ?? choice.message ?? []);
  // In a stream each part names its call; a plain response lists the calls.
  const calls = messages.flatMap(({ tool_calls }) => (tool_calls ?? []).filter(({ index }, at) => (index ?? at) === 0));
  return {
    text: messages.map(({ content }) => textOf(content ?? '')).join(''),
    toolArguments: calls.map(call => argumentsOf(call.function?.arguments)).join(''),
    refusal: messages.map(({ refusal }) => refusal ?? '').join(''),
    finish: choices.findLast(choice => typeof choice.finish_reason === 'string')?.finish_reason ?? '',
    error: [...jsons, ...choices].map(errorIn).find(said => said !== '') ?? '',
    promptTokens: parts.findLast(each => each.usage?.prompt_tokens)?.usage?.prompt_tokens ?? undefined,
  };
}

const errorText = v.object({
  error: v.union([
    v.string(),
    v.pipe(
      v.object({ message: v.string() }),
      v.transform(error => error.message),
    ),
  ]),
});

function errorIn(json: unknown): string {
  const known = v.safeParse(errorText, json);
  return known.success ? lineOf(known.output.error) : '';
}

/** The error message in a response body, as one line of bounded length; empty if there is none. */
export function chatError(body: string): string {
  const json = isEventStream(body) ? eventsOf(body)[0] : parsed(body);
  // Some services return a list of errors.
  const first: unknown = Array.isArray(json) ? json[0] : json;
  const error = errorIn(first);
  if (error !== '') return error;
  const known = v.safeParse(otherErrors, first);
  if (known.success) return lineOf(known.output);
  return /^\s*[<{[]/.test(body) ? '' : lineOf(body);
}

const otherErrors = v.union([
  v.pipe(
    v.object({ message: v.string() }),
    v.transform(each => each.message),
  ),
  v.pipe(
    v.object({ detail: v.string() }),
    v.transform(({ detail }) => detail),
  ),
  v.pipe(
    v.object({ detail: v.array(v.object({ msg: v.string() })) }),
    v.transform(({ detail }) => detail.map(({ msg }) => msg).join(', ')),
  ),
]);

function lineOf(text: string): string {
  return plainLine(text, 200).replace(/\.$/, '');
}

function isEventStream(body: string): boolean {
  return /^\s*(?:data|event|id|retry|):/.test(body.slice(0, 200));
}

/** The data of each event is one line of JSON; the rest of the format (comments, ids) is skipped. */
function eventsOf(body: string): unknown[] {
  return body
    .split(/\r?\n/)
    .filter(line => line.startsWith('data:'))
    .map(line => parsed(line.slice('data:'.length)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf(content: string | readonly { readonly text?: string | null | undefined }[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

/** Some services send the arguments as an object instead of JSON text. */
function argumentsOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}
