import * as v from 'valibot';
import { plainLine } from '../../../core/plainText.ts';

/** What a chat-completions service answered, whether in one piece or as a stream. */
export interface ChatAnswer {
  readonly text: string;
  /** Of the first tool call: JSON as text. */
  readonly toolArguments: string;
  readonly refusal: string;
  /** `stop`, `length`, `tool_calls`, `content_filter`, …; empty where it was not told. */
  readonly finish: string;
}

const message = v.object({
  content: v.nullish(v.union([v.string(), v.array(v.object({ text: v.optional(v.string()) }))])),
  refusal: v.nullish(v.string()),
  tool_calls: v.nullish(
    v.array(
      v.object({
        index: v.optional(v.number()),
        function: v.optional(v.object({ arguments: v.optional(v.unknown()) })),
      }),
    ),
  ),
});
const part = v.object({
  choices: v.array(
    v.object({
      delta: v.optional(message),
      message: v.optional(message),
      finish_reason: v.nullish(v.string()),
    }),
  ),
});

/** Reads the body of a good answer. @returns undefined where it is none */
export function readChatAnswer(body: string): ChatAnswer | undefined {
  const parts = (isEventStream(body) ? eventsOf(body) : [parsed(body)]).flatMap(json => {
    const known = v.safeParse(part, json);
    return known.success ? known.output.choices.slice(0, 1) : [];
  });
  if (parts.length === 0) return undefined;
  const messages = parts.flatMap(choice => choice.delta ?? choice.message ?? []);
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []).filter(({ index = 0 }) => index === 0);
  return {
    text: messages.map(({ content }) => textOf(content ?? '')).join(''),
    toolArguments: calls.map(call => argumentsOf(call.function?.arguments)).join(''),
    refusal: messages.map(({ refusal }) => refusal ?? '').join(''),
    finish: parts.findLast(choice => typeof choice.finish_reason === 'string')?.finish_reason ?? '',
  };
}

/** What a service says went wrong, as one bounded line; empty where it says nothing. */
export function chatError(body: string): string {
  const json = isEventStream(body) ? eventsOf(body)[0] : parsed(body);
  const known = v.safeParse(
    v.union([
      v.pipe(
        v.object({ error: v.object({ message: v.string() }) }),
        v.transform(({ error }) => error.message),
      ),
      v.pipe(
        v.object({ error: v.string() }),
        v.transform(({ error }) => error),
      ),
      v.pipe(
        v.object({ message: v.string() }),
        v.transform(each => each.message),
      ),
      v.pipe(
        v.object({ detail: v.string() }),
        v.transform(({ detail }) => detail),
      ),
    ]),
    json,
  );
  if (known.success) return plainLine(known.output, 200).replace(/\.$/, '');
  return /^\s*[<{[]/.test(body) ? '' : plainLine(body, 200).replace(/\.$/, '');
}

function isEventStream(body: string): boolean {
  return /^\s*(?:data|event|id|retry|):/.test(body.slice(0, 200));
}

/** Each event's data is one line of JSON here; the rest of the format (comments, ids) is passed over. */
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

function textOf(content: string | readonly { readonly text?: string | undefined }[]): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}

/** Some services answer the arguments as JSON instead of as JSON in a text. */
function argumentsOf(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}
