import * as v from 'valibot';
import type { CompletionReply, CompletionRequest } from '../../../../core/protocol/modelCompletion.ts';
import { plainLine } from '../../../../core/base/text.ts';
import { untilAborted } from '../../../../core/base/untilAborted.ts';
import { extractJson } from './extractJson.ts';
import type { LanguageModel } from './languageModel.ts';

/** Sends one request to the model; rejects only if the transport fails. */
type SendRequest = (request: CompletionRequest, signal: AbortSignal) => Promise<CompletionReply>;

const longestText = 2_000_000;
const reason = v.pipe(
  v.string(),
  v.transform(text => plainLine(text).replace(/[.\s]+$/, '')),
);
const replySchema = v.variant('status', [
  v.object({
    status: v.literal('answered'),
    value: v.optional(v.unknown()),
    text: v.optional(v.pipe(v.string(), v.maxLength(longestText))),
  }),
  v.object({
    status: v.literal('skipped'),
    why: v.picklist(['noPermission', 'blocked', 'notFound', 'unreachable']),
    reason,
  }),
  v.object({ status: v.literal('failed'), reason }),
]);

/** A model of the editor, which the extension host asks over IPC. */
export function editorModel({ name, ask }: { readonly name: string; readonly ask: SendRequest }): LanguageModel {
  return {
    name,
    async complete(request, signal) {
      const reply = v.safeParse(replySchema, await untilAborted(ask(request, signal), signal));
      if (!reply.success) return { status: 'failed', reason: `what came back from ${name} could not be read` };
      if (reply.output.status !== 'answered') return reply.output;
      const { value, text } = reply.output;
      const found = value ?? (text === undefined ? undefined : extractJson(text, request));
      if (found === undefined) return { status: 'failed', reason: `${name} did not answer in the requested format` };
      return { status: 'answered', value: found };
    },
  };
}
