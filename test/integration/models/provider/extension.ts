/** An extension whose language model answers what a test, or else a kept script, says. */
import path from 'node:path';
import * as vscode from 'vscode';
import { refundsReader } from './refundsReader.ts';

/** A question as a provider of models gets it. */
export interface ModelQuestion {
  /** Id of the model. */
  readonly model: string;
  /** What the model is to do, and the data it is to do it with. */
  readonly texts: readonly string[];
  /** Names of the tools that the answer may be given through. */
  readonly tools: readonly string[];
}

/** Through the tool, or in writing. */
export type ModelAnswer = { readonly call: object } | { readonly text: string };

/** What it throws is what the asking extension gets, as far as VS Code passes it on. */
export type Answerer = (question: ModelQuestion, token: vscode.CancellationToken) => ModelAnswer | Promise<ModelAnswer>;

/** A model that takes long prompts. */
export const reader: vscode.LanguageModelChatInformation = {
  id: 'reader-1',
  name: 'Sample Reader',
  family: 'reader',
  version: '1',
  maxInputTokens: 64_000,
  maxOutputTokens: 8_000,
  capabilities: { toolCalling: true },
};

/** What the extension exports. */
export class SampleModels implements vscode.LanguageModelChatProvider {
  readonly asked: ModelQuestion[] = [];
  answer: Answerer = refundsReader;
  countTokens: (text: string) => Promise<number> = text => Promise.resolve(Math.ceil(text.length / 4));
  /** Where this editor keeps logs, and where settings and what extensions store. */
  readonly folders: { readonly logs: string; readonly user: string };
  readonly #changed = new vscode.EventEmitter<void>();
  #models: readonly vscode.LanguageModelChatInformation[] = [reader];

  readonly onDidChangeLanguageModelChatInformation = this.#changed.event;

  constructor({ logUri, globalStorageUri }: vscode.ExtensionContext) {
    this.folders = { logs: path.dirname(logUri.fsPath), user: path.resolve(globalStorageUri.fsPath, '../../..') };
  }

  /** Adds and takes away models, as a user's sign-in and sign-out do. */
  offer(...models: readonly vscode.LanguageModelChatInformation[]): void {
    this.#models = models;
    this.#changed.fire();
  }

  /** Forgets what was asked and answers as at the start. */
  reset(): void {
    this.asked.length = 0;
    this.answer = refundsReader;
    this.countTokens = text => Promise.resolve(Math.ceil(text.length / 4));
    this.offer(reader);
  }

  provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
    return [...this.#models];
  }

  async provideLanguageModelChatResponse(
    { id }: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    { tools = [] }: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const question = { model: id, texts: messages.map(textOf), tools: tools.map(({ name }) => name) };
    this.asked.push(question);
    const answer = await this.answer(question, token);
    if ('text' in answer) progress.report(new vscode.LanguageModelTextPart(answer.text));
    else progress.report(new vscode.LanguageModelToolCallPart('call-1', tools[0]?.name ?? 'none', answer.call));
  }

  provideTokenCount(
    _model: vscode.LanguageModelChatInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    return this.countTokens(typeof text === 'string' ? text : textOf(text));
  }
}

export function activate(context: vscode.ExtensionContext): SampleModels {
  const models = new SampleModels(context);
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('sample', models));
  return models;
}

function textOf({ content }: vscode.LanguageModelChatRequestMessage): string {
  return content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}
