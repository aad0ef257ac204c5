import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { CompletionReply, CompletionRequest, UnavailableReason } from '../../core/protocol/modelCompletion.ts';
import { cancelledError } from '../../core/base/errors.ts';
import { untilAborted } from '../../core/base/untilAborted.ts';
import { plainLine } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import type { AskModel } from '../../core/protocol/modelRpc.ts';

const longestAnswer = 1_000_000;
/** In milliseconds; some providers count remotely or slowly. */
const longestCount = 2_000;

const whyByCode: Readonly<Record<string, Exclude<UnavailableReason, 'unreachable'>>> = {
  NoPermissions: 'noPermission',
  Blocked: 'blocked',
  NotFound: 'notFound',
};

/**
 * The editor's language models; none if they cannot be listed. Listing activates every extension that provides models
 * of the vendor, or of any vendor if none is given, so list only on demand.
 */
export async function editorModels(
  selector: vscode.LanguageModelChatSelector = {},
): Promise<vscode.LanguageModelChat[]> {
  try {
    return await vscode.lm.selectChatModels(selector);
  } catch {
    return [];
  }
}

/** Identifies a model among all providers; a vendor contains no slash. */
export function editorModelId({ vendor, id }: Pick<vscode.LanguageModelChat, 'vendor' | 'id'>): string {
  return `${vendor}/${id}`;
}

/** Sends requests to the editor's language models; VS Code asks for the user's consent if needed. */
export class EditorModels {
  /** Models that do not support tool calls. */
  readonly #withoutTool = new Set<string>();

  /** @param id see `editorModelId` */
  readonly ask: AskModel = async (id, request, signal) => {
    if (signal.aborted) throw cancelledError(signal);
    const cancellation = new vscode.CancellationTokenSource();
    try {
      // A provider may ignore the cancellation.
      return await untilAborted(this.#answer(id, request, cancellation.token), signal);
    } finally {
      // Also stops what may follow a complete answer.
      cancellation.cancel();
      cancellation.dispose();
    }
  };

  async #answer(id: string, request: CompletionRequest, token: vscode.CancellationToken): Promise<CompletionReply> {
    const slash = id.indexOf('/');
    const [model] = await editorModels({ vendor: id.slice(0, slash), id: id.slice(slash + 1) });
    if (model === undefined) {
      return { status: 'skipped', why: 'notFound', reason: 'the chosen model is no longer available' };
    }
    const needed = await countTokens(model, request, token);
    const most = model.maxInputTokens;
    // 0 means that the provider does not know it.
    if (needed !== undefined && most > 0 && needed > most) {
      const reason = `${model.name} takes ${most} tokens, and ${needed} were needed`;
      return { status: 'failed', reason };
    }
    if (!this.#withoutTool.has(id)) {
      const reply = await throughTool(model, request, token);
      if (reply.status === 'skipped' || isUsable(reply, request) || token.isCancellationRequested) return reply;
    }
    // Not every model supports tools, and not every provider reports it.
    const reply = await inWriting(model, request, token);
    if (isUsable(reply, request)) this.#withoutTool.add(id);
    return reply;
  }
}

/** Undefined if the provider cannot count, or not in time; the prompt's length was estimated before. */
async function countTokens(
  model: vscode.LanguageModelChat,
  { system, user }: CompletionRequest,
  token: vscode.CancellationToken,
): Promise<number | undefined> {
  const counts = Promise.all([model.countTokens(system, token), model.countTokens(user, token)]);
  const sum = counts.then(([a, b]) => a + b).catch(() => undefined);
  return Promise.race([sum, delay(longestCount, undefined, { ref: false })]);
}

function throughTool(
  model: vscode.LanguageModelChat,
  { system, user, schema }: CompletionRequest,
  token: vscode.CancellationToken,
): Promise<CompletionReply> {
  const answer = { name: schema.title, description: 'Gives the answer.', inputSchema: schema };
  const toolMode = vscode.LanguageModelChatToolMode.Required;
  return send(model, [system, user], { tools: [answer], toolMode }, token);
}

function inWriting(
  model: vscode.LanguageModelChat,
  { system, user, schema }: CompletionRequest,
  token: vscode.CancellationToken,
): Promise<CompletionReply> {
  const shape = `Write nothing but one JSON object. Its JSON schema:\n${JSON.stringify(schema)}`;
  return send(model, [`${system}\n\n${shape}`, user], {}, token);
}

/** There is no system role, so the task comes first in the user message. */
async function send(
  model: vscode.LanguageModelChat,
  texts: readonly string[],
  options: vscode.LanguageModelChatRequestOptions,
  token: vscode.CancellationToken,
): Promise<CompletionReply> {
  const messages = texts.map(text => vscode.LanguageModelChatMessage.User(text));
  try {
    const response = await model.sendRequest(
      messages,
      { justification: t('Code Review sends the changes that you review to this model.'), ...options },
      token,
    );
    let text = '';
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelToolCallPart) return { status: 'answered', value: part.input };
      if (part instanceof vscode.LanguageModelTextPart) text += part.value;
      if (text.length > longestAnswer) return { status: 'failed', reason: `${model.name} did not finish` };
    }
    return { status: 'answered', text };
  } catch (error) {
    return unanswered(error, model);
  }
}

/** Whether the reply has the requested value, or text that may contain it. */
function isUsable(reply: CompletionReply, { schema }: CompletionRequest): boolean {
  if (reply.status !== 'answered') return false;
  if ('text' in reply) return schema.required.every(name => reply.text.includes(`"${name}"`));
  const { value } = reply;
  return typeof value === 'object' && value !== null && schema.required.every(name => Object.hasOwn(value, name));
}

function unanswered(error: unknown, { name }: vscode.LanguageModelChat): CompletionReply {
  const said = plainLine(error instanceof Error ? error.message : '').replace(/\.$/, '');
  const detail = said === '' ? '' : `: ${said}`;
  const why = error instanceof vscode.LanguageModelError ? whyByCode[error.code] : undefined;
  switch (why) {
    case 'noPermission':
      return { status: 'skipped', why, reason: `${name} may not be used${detail}` };
    case 'blocked':
      return { status: 'skipped', why, reason: `${name} refused the request${detail}` };
    case 'notFound':
      return { status: 'skipped', why, reason: `${name} is no longer available${detail}` };
    default:
      return { status: 'failed', reason: `${name} gave no answer${detail}` };
  }
}
