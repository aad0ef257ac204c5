import type { CompletionRequest } from '../../../../core/protocol/modelCompletion.ts';

/** How the answer's shape is asked for, the surest first; services differ in which of them they know. */
export const ways = ['schema', 'tool', 'text'] as const;
export type Way = (typeof ways)[number];

/** What the service calls the longest answer; `none` where it takes no such limit, or a lower one than is wanted. */
export type LimitName = 'max_tokens' | 'max_completion_tokens' | 'none';

const toolName = 'answer';

/** The body of a request for a chat completion. */
export function chatRequest(
  model: string,
  { system, user, schema, maxTokens }: CompletionRequest,
  { way, limitName }: { readonly way: Way; readonly limitName: LimitName },
): Record<string, unknown> {
  const { title, ...shape } = schema;
  const ask =
    way === 'text'
      ? `${system}\n\nAnswer with one JSON object of this JSON schema, and with nothing else:\n${JSON.stringify(shape)}`
      : system;
  return {
    model,
    stream: false,
    ...(limitName === 'none' ? {} : { [limitName]: maxTokens }),
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
          // There is only this one, and some services know no other form.
          tool_choice: 'required',
        }
      : {}),
  };
}

/** The name to go on with after a refusal: newer models of OpenAI know only the second, and a small context has room for neither. */
export function nextLimitName(name: LimitName, said: string): LimitName {
  if (name === 'max_tokens' && said.includes('max_completion_tokens')) return 'max_completion_tokens';
  const isTooHigh = /max_(?:completion_)?tokens\b.*(?:too large|maximum)|completion tokens|in the completion/;
  return isTooHigh.test(said) ? 'none' : name;
}
