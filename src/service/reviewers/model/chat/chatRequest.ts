import type { CompletionRequest } from '../../../../core/protocol/modelCompletion.ts';

/** Ways to request structured output, most reliable first; services differ in which they support. */
export const outputModes = ['schema', 'tool', 'text'] as const;
export type OutputMode = (typeof outputModes)[number];

/** The parameter that limits the answer's length; `none` if the service accepts none, or only a lower limit. */
export type LimitName = 'max_tokens' | 'max_completion_tokens' | 'none';

const toolName = 'answer';

/** Builds the body of a chat completion request. */
export function chatRequest(
  model: string,
  { system, user, schema, maxTokens }: CompletionRequest,
  { way, limitName }: { readonly way: OutputMode; readonly limitName: LimitName },
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
          // There is only one tool, and some services accept no other form.
          tool_choice: 'required',
        }
      : {}),
  };
}

/** The parameter to try after a refusal: newer OpenAI models accept only the second, small contexts neither. */
export function nextLimitName(name: LimitName, said: string): LimitName {
  if (name === 'max_tokens' && said.includes('max_completion_tokens')) return 'max_completion_tokens';
  const isTooHigh = /max_(?:completion_)?tokens\b.*(?:too large|maximum)|completion tokens|in the completion/;
  return isTooHigh.test(said) ? 'none' : name;
}
