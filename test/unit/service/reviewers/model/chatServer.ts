import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../../../../host/network/certificateAuthority.ts';

/** A question as the service saw it. */
export interface Asked {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format?: { readonly type: string; readonly json_schema: { readonly name: string } };
    readonly tools?: readonly unknown[];
    readonly tool_choice?: unknown;
    readonly max_tokens?: number;
    readonly max_completion_tokens?: number;
  };
}

/** The way in which a question asks for the answer's shape. */
export function wayOf({ body }: Asked): 'schema' | 'tool' | 'text' {
  return body.response_format !== undefined ? 'schema' : body.tools !== undefined ? 'tool' : 'text';
}

/** Runs `use` with a service on loopback that answers each question with `answer`, over TLS where it has a certificate, and closes it. */
export async function serving<T>(
  answer: (asked: Asked, response: ServerResponse, count: number) => void,
  use: (service: { readonly baseUrl: string; readonly port: number; readonly asked: Asked[] }) => Promise<T>,
  certificate?: Certificate,
): Promise<T> {
  const asked: Asked[] = [];
  const listener: RequestListener = (request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const each = { url: request.url ?? '', headers: request.headers, body: JSON.parse(text) as Asked['body'] };
      asked.push(each);
      answer(each, response, asked.length);
    });
  };
  const server = certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await use({ baseUrl: `http://127.0.0.1:${port}/v1`, port, asked });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Answers JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Answers a completion whose message is that text. */
export function message(response: ServerResponse, content: string, finish = 'stop'): void {
  json(response, 200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
  });
}

/** Answers a completion that calls the tool with these arguments. */
export function toolCall(response: ServerResponse, argumentsText: unknown): void {
  const tool = { id: 'call_1', type: 'function', function: { name: 'answer', arguments: argumentsText } };
  const said = { role: 'assistant', content: null, tool_calls: [tool] };
  json(response, 200, { choices: [{ index: 0, message: said, finish_reason: 'tool_calls' }] });
}

/** Answers a stream of events; the connection stays open where `end` is false. */
export function events(response: ServerResponse, deltas: readonly unknown[], end = true): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': a comment\n\n');
  for (const delta of deltas) response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
  response.write('data: [DONE]\n\n');
  if (end) response.end();
}
