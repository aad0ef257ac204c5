import * as vscode from 'vscode';
import { parseBaseUrl } from '../../api/baseUrl.ts';
import { keyProblem } from '../../core/apiKey.ts';
import { CodeReviewError, sentenceFor } from '../../core/errors.ts';
import { plainLine } from '../../core/plainText.ts';
import { tell } from '../notify.ts';
import type { ModelChoice, ReviewerChoice } from '../reviewerChoice.ts';
import { settings } from '../settings.ts';

const title = 'Code Review: Choose Language Model';

type ModelItem = vscode.QuickPickItem & { readonly choice: ModelChoice | 'ask' | undefined };

/** Chooses the language model that reads changes along with the analysers of the embedded service, for this workspace. */
export async function chooseModel(reviewers: ReviewerChoice): Promise<void> {
  const models = await vscode.lm.selectChatModels();
  const { url, name } = settings.modelAddress;
  const editorItems = models.map((model): ModelItem => ({
    choice: { kind: 'editor', id: model.id, name: model.name },
    label: `$(sparkle) ${plainLine(model.name, 80)}`,
    description: plainLine(model.vendor, 40),
    detail: 'VS Code asks for your consent. The changed code is sent to the provider of the model.',
  }));
  const items: ModelItem[] = [
    ...editorItems,
    ...(url === '' || name === ''
      ? []
      : [
          {
            choice: { kind: 'address' } as const,
            label: `$(server) ${plainLine(name, 80)}`,
            description: plainLine(url, 120),
          },
        ]),
    {
      choice: 'ask',
      label: '$(add) A model by its address…',
      description: 'Ollama, LM Studio, vLLM or any service that speaks OpenAI’s chat completions',
    },
    {
      choice: undefined,
      label: '$(circle-slash) No language model',
      description: 'Analysers only; nothing leaves this machine',
    },
  ];
  const placeHolder = 'Which model should read the changes along with the analysers? Kept for this workspace.';
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
  if (picked === undefined) return;
  if (picked.choice === 'ask' && !(await askAddress(reviewers))) return;
  const choice = picked.choice === 'ask' ? ({ kind: 'address' } as const) : picked.choice;
  await reviewers.choose(choice);
  tell('info', sentence(choice), [{ title: 'Review Current Branch', command: 'codeReview.reviewCurrentBranch' }]);
}

function sentence(choice: ModelChoice | undefined): string {
  if (choice === undefined) return 'Reviews by the embedded service are made by its analysers only.';
  const { url, name } = settings.modelAddress;
  const [who, where] = choice.kind === 'editor' ? [choice.name, 'its provider'] : [name, url];
  return `${who} reads along from the next review by the embedded service. The changed code is sent to ${where}.`;
}

/** Whether an address, a name and, where one is needed, a key were given and kept. */
async function askAddress(reviewers: ReviewerChoice): Promise<boolean> {
  const known = settings.modelAddress;
  const typed = await vscode.window.showInputBox({
    title,
    prompt: 'Address of the model’s API, as its documentation gives it.',
    placeHolder: 'http://localhost:11434/v1',
    value: known.url,
    ignoreFocusOut: true,
    validateInput: value => problemOf(() => parseBaseUrl(value)),
  });
  if (typed === undefined) return false;
  const url = typed.trim();
  const name = await vscode.window.showInputBox({
    title,
    prompt: 'Name of the model.',
    placeHolder: 'qwen3-coder:30b',
    value: known.name,
    ignoreFocusOut: true,
    validateInput: value => (value.trim() === '' ? 'Type the name that the service knows the model by.' : undefined),
  });
  if (name === undefined) return false;
  const key = await vscode.window.showInputBox({
    title,
    prompt: `API key for ${new URL(url).origin}. Leave empty where none is needed. It is kept in the secret storage.`,
    password: true,
    ignoreFocusOut: true,
    validateInput: value => (value.trim() === '' ? undefined : keyProblem(value.trim())),
  });
  if (key === undefined) return false;
  await settings.setModelAddress(url, name.trim());
  await reviewers.storeKey(url, key.trim());
  return true;
}

function problemOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return CodeReviewError.is(error) ? sentenceFor(error) : 'This is not the address of a service.';
  }
}
