import * as vscode from 'vscode';
import { parseBaseUrl } from '../../../api/baseUrl.ts';
import { CodeReviewError, displayMessage } from '../../../core/base/errors.ts';
import { modelKeyProblem } from '../../../core/review/modelKey.ts';
import { plainLabel, plainLine } from '../../../core/base/text.ts';
import type { Transport } from '../../../api/transport/transport.ts';
import { t } from '../../../core/base/l10n.ts';
import { machineName } from '../../../core/system/machineName.ts';
import { editorModels } from '../../connection/editorModels.ts';
import { withDelayedProgress } from '../../platform/delayedProgress.ts';
import { notify } from '../../platform/notify.ts';
import type { PlainHttpConsent } from '../../connection/plainHttp.ts';
import type { ModelChoice } from '../../connection/modelChoice.ts';
import { toModelChoice, type ReviewerChoice } from '../../connection/reviewerChoice.ts';
import { settings } from '../../platform/settings.ts';
import { modelCost } from './modelCost.ts';
import { modelProblem, type ModelField, type ModelProblem, type TypedModel } from './modelTrial.ts';
import { mayAskPlainly } from './askPlainHttp.ts';

const title = (): string => t('Code Review: Choose Language Model');

interface Parts {
  readonly reviewers: ReviewerChoice;
  readonly plain: PlainHttpConsent;
  readonly transport: Transport;
}

type ModelItem = vscode.QuickPickItem & { readonly choice: ModelChoice | 'ask' | undefined };

/**
 * Chooses the language model that the embedded service uses for this workspace.
 * @param only the requested model; the branch is then reviewed with it at once
 */
export async function chooseModel(parts: Parts, only?: ModelChoice): Promise<void> {
  const { reviewers } = parts;
  // A menu may pass something else.
  if (only?.kind === 'editor') {
    await reviewers.choose(only);
    notify('info', `${reviewers.sentence} ${modelCost(only)}`);
    await vscode.commands.executeCommand('codeReview.reviewCurrentBranch');
    return;
  }
  const placeHolder = t('Which model should review as well? Kept for this workspace.');
  const picked = await vscode.window.showQuickPick(itemsFor(reviewers.model), { title: title(), placeHolder });
  if (picked === undefined) return;
  if (picked.choice === 'ask') {
    await setUp(parts, 'address');
    return;
  }
  await reviewers.choose(picked.choice);
  tellChoice(reviewers);
}

/** Sets up a model by its address, and tries it. @param from the first that is asked for */
async function setUp(parts: Parts, from: ModelField): Promise<void> {
  const { reviewers } = parts;
  const model = await askModel(parts, from);
  if (model === undefined) return;
  await reviewers.choose({ kind: 'address' });
  const problem = await tried(model, parts);
  if (problem === undefined) {
    tellChoice(reviewers);
    return;
  }
  const { sentence: why, field } = problem;
  const name = plainLine(model.name, 80);
  const correct = { address: t('Correct Address…'), name: t('Correct Name…'), key: t('Correct Key…') }[field];
  notify('warning', t('{why} {name} is kept, and asked again at the next review.', { why, name }), [
    { title: correct, run: () => setUp(parts, field) },
  ]);
}

function tellChoice(reviewers: ReviewerChoice): void {
  const sentence = [reviewers.sentence, modelCost(reviewers.model)].filter(each => each !== '').join(' ');
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

/**
 * Asks for address, name and, if needed, key, and stores them; undefined if the user cancelled.
 * @param from the first that is asked for; what comes before it is as it was stored
 */
async function askModel({ reviewers, plain }: Parts, from: ModelField): Promise<TypedModel | undefined> {
  const known = settings.modelAddress;
  const typed = from === 'address' ? await askAddress(known.url) : known.url;
  if (typed === undefined) return undefined;
  const url = typed.trim();
  if (!(await mayAskPlainly(plain, url, t('Your code and the key')))) return undefined;
  const name = from === 'key' ? known.name : (await askName(known.name))?.trim();
  if (name === undefined) return undefined;
  const key = (await askKey(new URL(url).origin))?.trim();
  if (key === undefined) return undefined;
  await settings.setModelAddress(url, name);
  await reviewers.storeKey(url, key);
  return { url, name, key };
}

function askAddress(value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: title(),
    prompt: t('Address of the model’s API, as its documentation gives it. “localhost” is {machine}.', {
      machine: machineName(vscode.env.remoteName),
    }),
    placeHolder: 'http://localhost:11434/v1',
    value,
    ignoreFocusOut: true,
    validateInput: addressProblem,
  });
}

function askName(value: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: title(),
    prompt: t('Name of the model.'),
    placeHolder: 'qwen3-coder:30b',
    value,
    ignoreFocusOut: true,
    validateInput: typed => (typed.trim() === '' ? t('Type the name that the service knows the model by.') : undefined),
  });
}

function askKey(origin: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: title(),
    prompt: t(
      'API key for {origin}. Leave empty where none is needed; one that was stored is then forgotten. It is kept in the secret storage.',
      { origin },
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: value => (value.trim() === '' ? undefined : modelKeyProblem(value.trim())),
  });
}

/** Asks the model one short question. @returns what is wrong; undefined where it answers, or the user does not wait for it */
async function tried(model: TypedModel, { transport }: Parts): Promise<ModelProblem | undefined> {
  try {
    return await withDelayedProgress(t('Asking {name}', { name: plainLine(model.name, 80) }), signal =>
      modelProblem(model, transport, signal),
    );
  } catch (error) {
    if (CodeReviewError.is(error, 'cancelled')) return undefined;
    throw error;
  }
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
