/** The chat completions URL of an OpenAI-compatible service, from its base address; adds `/v1` to a bare origin. */
export function chatAddress({ origin, pathname }: URL): URL {
  const path = pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return new URL(`${origin}${path === '' ? '/v1' : path}/chat/completions`);
}
