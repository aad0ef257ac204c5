import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import { plainLine } from '../../core/base/text.ts';
import type { Redactor } from '../../core/base/redactor.ts';
import { t } from '../../core/base/l10n.ts';
import type { ModelSettings, ReviewerSettings } from '../../core/protocol/reviewerSettings.ts';
import { machineName } from '../../core/system/machineName.ts';
import { editorModelId, editorModels } from './editorModels.ts';
import { chosenModel, hasChosenModel, keepModel, type ModelChoice } from './modelChoice.ts';
import type { PlainHttpConsent } from './plainHttp.ts';
import { settings } from '../platform/settings.ts';

/** Longest wait for extensions that provide models, in milliseconds. */
const longestLook = 3_000;

/** The reviewers besides the built-in ones: the model chosen for this workspace, and the project's tools. */
export class ReviewerChoice implements Disposable {
  readonly #state: vscode.Memento;
  readonly #secrets: vscode.SecretStorage;
  readonly #redactor: Redactor;
  readonly #plain: Pick<PlainHttpConsent, 'isAllowed'>;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<void>;

  constructor(
    state: vscode.Memento,
    secrets: vscode.SecretStorage,
    redactor: Redactor,
    plain: Pick<PlainHttpConsent, 'isAllowed'>,
    onError: (error: unknown) => void,
  ) {
    this.#state = state;
    this.#secrets = secrets;
    this.#redactor = redactor;
    this.#plain = plain;
    this.#changed = this.#owned.add(new Emitter<void>(onError));
    const fire = (): void => this.#changed.fire();
    this.#owned.add(vscode.workspace.onDidGrantWorkspaceTrust(fire));
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        const names = ['codeReview.baseUrl', 'codeReview.model', 'codeReview.tools', 'http'];
        if (names.some(name => event.affectsConfiguration(name))) fire();
      }),
    );
  }

  /** Fires when the reviewers may have changed. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  get model(): ModelChoice | undefined {
    return chosenModel(this.#state);
  }

  /** The display name of the model; undefined if none is chosen. */
  get name(): string | undefined {
    const { model } = this;
    if (model?.kind !== 'address') return model && plainLine(model.name, 80);
    const { url, name } = settings.modelAddress;
    return url === '' || name === '' ? undefined : plainLine(name, 80);
  }

  /** A sentence on the model and where the code is sent. */
  get sentence(): string {
    const { model, name } = this;
    if (model === undefined || name === undefined) {
      return t('No language model is used; nothing leaves {machine}.', { machine: machineName(vscode.env.remoteName) });
    }
    const { url } = settings.modelAddress;
    return model.kind === 'editor'
      ? t('{name} reviews as well: changed and related code is sent to its provider, {provider}.', {
          name,
          provider: plainLine(model.vendor, 200),
        })
      : t('{name} reviews as well: changed and related code is sent to {address}.', {
          name,
          address: plainLine(originOf(url) ?? url, 200),
        });
  }

  /** The editor's models to offer, if the user has neither chosen one nor declined in this workspace. */
  async addable(): Promise<readonly ModelChoice[]> {
    if (hasChosenModel(this.#state)) return [];
    const models = await Promise.race([editorModels(), delay(longestLook, [], { ref: false })]);
    return models.map(toModelChoice);
  }

  /** Stores the choice for this workspace; undefined declines. */
  async choose(choice: ModelChoice | undefined): Promise<void> {
    await keepModel(this.#state, choice);
    this.#changed.fire();
  }

  /** Stores the key of the model at an address; an empty one deletes it. */
  async storeKey(url: string, key: string): Promise<void> {
    const origin = originOf(url);
    if (origin === undefined) return;
    this.#redactor.add(key);
    if (key === '') await this.#secrets.delete(keyName(origin));
    else await this.#secrets.store(keyName(origin), key);
    this.#changed.fire();
  }

  /** The settings for the embedded service. */
  async current(): Promise<ReviewerSettings> {
    const tools = vscode.workspace.isTrusted ? settings.tools : [];
    return { model: await this.#modelSettings(), tools };
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #modelSettings(): Promise<ModelSettings | undefined> {
    const { model } = this;
    if (model === undefined) return undefined;
    const limits = limitsFor(model);
    if (model.kind === 'editor')
      return { source: { kind: 'editor', id: editorModelId(model), name: model.name }, limits };
    const { url, name } = settings.modelAddress;
    if (url === '' || name === '') return undefined;
    const origin = originOf(url);
    const key = origin === undefined ? undefined : await this.#secrets.get(keyName(origin));
    if (key !== undefined) this.#redactor.add(key);
    const mayBePlain = origin !== undefined && this.#plain.isAllowed(origin);
    return { source: { kind: 'address', url, name, key, mayBePlain, network: settings.network }, limits };
  }
}

/** The limits of the settings, as far as the model has room. */
export function limitsFor(model: ModelChoice): ModelSettings['limits'] {
  const limits = settings.modelLimits;
  return model.kind === 'address'
    ? limits
    : { ...limits, tokensPerCall: Math.min(limits.tokensPerCall, roomOf(model)) };
}

/**
 * The longest prompt, in tokens, that surely fits: the estimate may be short by a quarter, and the schema is added to
 * each prompt.
 */
function roomOf({ maxInputTokens }: { readonly maxInputTokens: number }): number {
  return maxInputTokens > 0 ? Math.max(0, Math.floor(maxInputTokens * 0.75) - 500) : Infinity;
}

/** Converts a model to a choice. */
export function toModelChoice({ vendor, id, name, maxInputTokens }: vscode.LanguageModelChat): ModelChoice {
  return { kind: 'editor', vendor, id, name, maxInputTokens };
}

/** The name of a key: it is valid for one origin. */
function keyName(origin: string): string {
  return `modelKey:${origin}`;
}

/** Undefined if it is no URL, which the request reports. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
