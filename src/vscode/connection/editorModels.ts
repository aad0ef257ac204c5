import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { CompletionReply, CompletionRequest, UnavailableReason } from '../../core/protocol/modelCompletion.ts';
import { cancelledError } from '../../core/base/errors.ts';
import { plainLine } from '../../core/base/text.ts';
import type { AskModel } from '../../core/protocol/modelRpc.ts';

const longestAnswer = 1_000_000;
/** Some providers count elsewhere, or hardly at all. */
const longestCount = 2_000;
const justification = 'Code Review asks the model to read the changes that you had reviewed.';

const whyByCode: Readonly<Record<string, Exclude<UnavailableReason, 'unreachable'>>> = {
  NoPermissions: 'noPermission',
  Blocked: 'blocked',
  NotFound: 'notFound',
};

/**
 * The models that extensions of this editor provide; none where that cannot be found out. To look starts every extension
 * that provides models of the vendor, or of any where none is given, so it is done only when somebody wants to know.
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

/** Names a model among those of all providers; a vendor holds no slash. */
export function editorModelId({ vendor, id }: Pick<vscode.LanguageModelChat, 'vendor' | 'id'>): string {
  return `${vendor}/${id}`;
}

/** Asks models that extensions of this editor provide; VS Code itself asks for the user's consent where one is needed. */
export class EditorModels {
  /** Models that answered only once they were asked without a tool. */
  readonly #withoutTool = new Set<string>();

  /** @param id see `editorModelId` */
  readonly ask: AskModel = async (id, request, signal) => {
    if (signal.aborted) throw cancelledError(signal);
    const cancellation = new vscode.CancellationTokenSource();
    let stop = (): void => undefined;
    // A provider may take no notice of it.
    const stopped = new Promise<never>((_, reject) => (stop = () => reject(cancelledError(signal))));
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([this.#answer(id, request, cancellation.token), stopped]);
    } finally {
      signal.removeEventListener('abort', stop);
      // Also what may still come behind an answer that is complete.
      cancellation.cancel();
      cancellation.dispose();
    }
  };

  async #answer(id: string, request: CompletionRequest, token: vscode.CancellationToken): Promise<CompletionReply> {
    const slash = id.indexOf('/');
    const [model] = await editorModels({ vendor: id.slice(0, slash), id: id.slice(slash + 1) });
    if (model === undefined) {
      return { status: 'skipped', why: 'notFound', reason: 'the chosen model is not there any more' };
    }
    const needed = await countTokens(model, request, token);
    const most = model.maxInputTokens;
    // A provider that does not know it says 0.
    if (needed !== undefined && most > 0 && needed > most) {
      const reason = `${model.name} takes ${most} tokens, and ${needed} were needed`;
      return { status: 'failed', reason };
    }
    if (!this.#withoutTool.has(id)) {
      const reply = await throughTool(model, request, token);
      if (reply.status === 'skipped' || isUsable(reply, request) || token.isCancellationRequested) return reply;
    }
    // Not every model knows tools, and not every provider says so.
    const reply = await inWriting(model, request, token);
    if (isUsable(reply, request)) this.#withoutTool.add(id);
    return reply;
  }
}

/** Undefined where the provider cannot say it, or not soon; the prompt was measured by an estimate before. */
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

/** There is no system role: what comes first and is said to be the task is the nearest to it. */
async function send(
  model: vscode.LanguageModelChat,
  texts: readonly string[],
  options: vscode.LanguageModelChatRequestOptions,
  token: vscode.CancellationToken,
): Promise<CompletionReply> {
  const messages = texts.map(text => vscode.LanguageModelChatMessage.User(text));
  try {
    const response = await model.sendRequest(messages, { justification, ...options }, token);
    let text = '';
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelToolCallPart) return { status: 'answered', value: part.input };
      if (part instanceof vscode.LanguageModelTextPart) text += part.value;
      if (text.length > longestAnswer) return { status: 'failed', reason: `${model.name} did not come to an end` };
    }
    return { status: 'answered', text };
  } catch (error) {
    return unanswered(error, model);
  }
}

/** Whether the answer has, or as a text may hold, what was asked for. */
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
      return { status: 'skipped', why, reason: `${name} refused the question${detail}` };
    case 'notFound':
      return { status: 'skipped', why, reason: `${name} is not there any more${detail}` };
    default:
      return { status: 'failed', reason: `${name} gave no answer${detail}` };
  }
}
