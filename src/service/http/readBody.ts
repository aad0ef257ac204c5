import type { Context } from 'hono';
import * as v from 'valibot';
import { readBodyLimited } from '../../api/transport/readBodyLimited.ts';
import { problemJson } from './problemJson.ts';

const longestBody = 65_536;

/** Reads a JSON body and validates it; `refusal` is the error response if it is invalid. */
export async function readBody<T extends v.GenericSchema>(
  context: Context,
  schema: T,
): Promise<{ readonly body: v.InferOutput<T> } | { readonly refusal: Response }> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    return { refusal: problemJson(context, 415, 'The body has to be JSON with Content-Type: application/json.') };
  }
  const stream = context.req.raw.body as unknown as AsyncIterable<Uint8Array> | null;
  const text = stream === null ? '' : await readBodyLimited(stream, longestBody);
  if (text === undefined)
    return { refusal: problemJson(context, 413, `The body is longer than ${longestBody} bytes.`) };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { refusal: problemJson(context, 400, 'The body is not JSON.') };
  }
  const parsed = v.safeParse(schema, json);
  if (parsed.success) return { body: parsed.output };
  const [issue] = parsed.issues;
  const name = v.getDotPath(issue);
  const detail = name === null ? 'The body has to be an object.' : `The field ${name} ${fieldProblem(issue)}.`;
  return { refusal: problemJson(context, 422, detail) };
}

function fieldProblem({ input, message }: v.BaseIssue<unknown>): string {
  return input === undefined ? 'is missing' : message;
}
