import * as vscode from 'vscode';
import { parseBaseUrl } from '../../../api/baseUrl.ts';
import { CodeReviewError, displayMessage } from '../../../core/base/errors.ts';
import { modelKeyProblem } from '../../../core/review/modelKey.ts';
import { plainLabel } from '../../../core/base/text.ts';
import { t } from '../../../core/base/l10n.ts';
import { machineName } from '../../../core/system/machineName.ts';
import { editorModels } from '../../connection/editorModels.ts';
import { notify } from '../../platform/notify.ts';
import type { PlainHttpConsent } from '../../connection/plainHttp.ts';
import type { ModelChoice } from '../../connection/modelChoice.ts';
import { toModelChoice, type ReviewerChoice } from '../../connection/reviewerChoice.ts';
import { settings } from '../../platform/settings.ts';

const title = (): string => t('Code Review: Choose Language Model');

type ModelItem = vscode.QuickPickItem & { readonly choice: ModelChoice | 'ask' | undefined };

/**
 * Chooses the language model that the embedded service uses for this workspace.
 * @param only the requested model; the branch is then reviewed with it at once
 */
export async function chooseModel(
  reviewers: ReviewerChoice,
  plain: PlainHttpConsent,
  only?: ModelChoice,
): Promise<void> {
  // A menu may pass something else.
  if (only?.kind === 'editor') {
    await reviewers.choose(only);
    notify('info', `${reviewers.sentence} ${reviewers.cost}`);
    await vscode.commands.executeCommand('codeReview.reviewCurrentBranch');
    return;
  }
  const placeHolder = t('Which model should review as well? Kept for this workspace.');
  const picked = await vscode.window.showQuickPick(itemsFor(reviewers.model), { title: title(), placeHolder });
  if (picked === undefined) return;
  if (picked.choice === 'ask' && !(await askAddress(reviewers, plain))) return;
  const choice = picked.choice === 'ask' ? ({ kind: 'address' } as const) : picked.choice;
  await reviewers.choose(choice);
  const sentence = [reviewers.sentence, reviewers.cost].filter(each => each !== '').join(' ');
  notify('info', t('From the next review on: {sentence}', { sentence }), [
    { title: t('Review Current Branch'), command: 'codeReview.reviewCurrentBranch' },
  ]);
}

/** The editor's models come first: if there is only one, Enter chooses it. */
async function itemsFor(chosen: ModelChoice | undefined): Promise<ModelItem[]> {
  const { url, name } = settings.modelAddress;
  const marked = (text: string, isChosen: boolean): string =>
    plainLabel(isChosen ? t('{text} · reviews as well', { text }) : text);
  const models = (await editorModels()).map((model): ModelItem => {
    const { vendor, id } = model;
    const isChosen = chosen?.kind === 'editor' && chosen.vendor === vendor && chosen.id === id;
    return {
      choice: toModelChoice(model),
      label: `$(sparkle) ${plainLabel(model.name, 80)}`,
      description: marked(vendor, isChosen),
      detail: t(
        'Changed and related code is sent to the provider of the model. VS Code may ask for your consent first.',
      ),
    };
  });
  const known: ModelItem = {
    choice: { kind: 'address' },
    label: `$(server) ${plainLabel(name, 80)}`,
    description: marked(url, chosen?.kind === 'address'),
    detail: t('Changed and related code is sent to this address.'),
  };
  return [
    ...models,
    ...(url === '' || name === '' ? [] : [known]),
    {
      choice: 'ask',
      label: `$(add) ${t('A model by its address…')}`,
      detail: t('Ollama, LM Studio, vLLM or any service that speaks OpenAI’s chat completions.'),
    },
    {
      choice: undefined,
      label: `$(circle-slash) ${t('No language model')}`,
      detail: t('Only the analysers read the changes. Nothing leaves {machine}.', {
        machine: machineName(vscode.env.remoteName),
      }),
    },
  ];
}

/** Asks for address, name and, if needed, key, and stores them; false if the user cancelled. */
async function askAddress(reviewers: ReviewerChoice, plain: PlainHttpConsent): Promise<boolean> {
  const known = settings.modelAddress;
  const typed = await vscode.window.showInputBox({
    title: title(),
    prompt: t('Address of the model’s API, as its documentation gives it. “localhost” is {machine}.', {
      machine: machineName(vscode.env.remoteName),
    }),
    placeHolder: 'http://localhost:11434/v1',
    value: known.url,
    ignoreFocusOut: true,
    validateInput: addressProblem,
  });
  if (typed === undefined) return false;
  const url = typed.trim();
  if (!(await plain.mayAsk(url, t('Your code and the key')))) return false;
  const name = await vscode.window.showInputBox({
    title: title(),
    prompt: t('Name of the model.'),
    placeHolder: 'qwen3-coder:30b',
    value: known.name,
    ignoreFocusOut: true,
    validateInput: value => (value.trim() === '' ? t('Type the name that the service knows the model by.') : undefined),
  });
  if (name === undefined) return false;
  const key = await vscode.window.showInputBox({
    title: title(),
    prompt: t(
      'API key for {origin}. Leave empty where none is needed; one that was stored is then forgotten. It is kept in the secret storage.',
      { origin: new URL(url).origin },
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: value => (value.trim() === '' ? undefined : modelKeyProblem(value.trim())),
  });
  if (key === undefined) return false;
  await settings.setModelAddress(url, name.trim());
  await reviewers.storeKey(url, key.trim());
  return true;
}

function addressProblem(value: string): string | undefined {
  if (!URL.canParse(value.trim()))
    return t('Type the address with its beginning, for example http://localhost:11434/v1.');
  try {
    parseBaseUrl(value, () => true);
    return undefined;
  } catch (error) {
    return CodeReviewError.is(error) ? displayMessage(error) : t('This is not the address of a service.');
  }
}
