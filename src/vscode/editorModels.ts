import * as vscode from 'vscode';
import type { CompletionReply, CompletionRequest, Unavailable } from '../core/completion.ts';
import type { AskModel } from '../core/questions.ts';

const longestAnswer = 1_000_000;
const justification = 'Code Review asks the model to read the changes that you had reviewed.';

const whyByCode: Readonly<Record<string, Unavailable>> = {
  NoPermissions: 'noPermission',
  Blocked: 'blocked',
  NotFound: 'notFound',
};

/** Asks a model that an extension of this editor provides; VS Code itself asks for the user's consent. */
export const askEditorModel: AskModel = async (id, request, signal) => {
  const [model] = await vscode.lm.selectChatModels({ id });
  if (model === undefined)
    return { status: 'skipped', why: 'notFound', reason: 'the chosen model is not there any more' };
  const cancellation = new vscode.CancellationTokenSource();
  const stop = (): void => cancellation.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await ask(model, request, cancellation.token);
  } catch (error) {
    return unanswered(error, model);
  } finally {
    signal.removeEventListener('abort', stop);
    cancellation.dispose();
  }
};

async function ask(
  model: vscode.LanguageModelChat,
  { system, user, schema, maxTokens }: CompletionRequest,
  token: vscode.CancellationToken,
): Promise<CompletionReply> {
  // There is no system role; what comes first and is said to be the task is the nearest to it.
  const messages = [vscode.LanguageModelChatMessage.User(system), vscode.LanguageModelChatMessage.User(user)];
  const counts = await Promise.all(messages.map(message => model.countTokens(message, token)));
  const needed = counts.reduce((sum, count) => sum + count, 0) + maxTokens;
  if (needed > model.maxInputTokens) {
    return {
      status: 'failed',
      reason: `${model.name} takes ${model.maxInputTokens} tokens, and ${needed} were needed`,
    };
  }
  const answer = { name: schema.title, description: 'Gives the answer.', inputSchema: schema };
  const toolMode = vscode.LanguageModelChatToolMode.Required;
  const response = await model.sendRequest(messages, { justification, tools: [answer], toolMode }, token);
  let text = '';
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelToolCallPart) return { status: 'answered', value: part.input };
    if (part instanceof vscode.LanguageModelTextPart) text += part.value;
    if (text.length > longestAnswer) return { status: 'failed', reason: `${model.name} did not come to an end` };
  }
  return { status: 'answered', text };
}

function unanswered(error: unknown, { name }: vscode.LanguageModelChat): CompletionReply {
  const reason = error instanceof Error && error.message !== '' ? error.message.replace(/\.$/, '') : 'no reason given';
  const why = error instanceof vscode.LanguageModelError ? whyByCode[error.code] : undefined;
  const told = `${name} was not asked: ${reason}`;
  return why === undefined ? { status: 'failed', reason: told } : { status: 'skipped', why, reason: told };
}
