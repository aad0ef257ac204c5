import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../core/disposable.ts';
import { Emitter, type Event } from '../core/events.ts';
import type { Redactor } from '../core/redactor.ts';
import type { ModelSettings, ReviewerSettings } from '../core/reviewerSettings.ts';
import { settings } from './settings.ts';

/** Which model reads along in this workspace: one of the editor's, or the one at the address of the settings. */
export type ModelChoice =
  { readonly kind: 'editor'; readonly id: string; readonly name: string } | { readonly kind: 'address' };

const choiceName = 'languageModel';

/** The reviewers beside the built-in ones: the model that was chosen for this workspace, and the project's tools. */
export class ReviewerChoice implements Disposable {
  readonly #state: vscode.Memento;
  readonly #secrets: vscode.SecretStorage;
  readonly #redactor: Redactor;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<void>;

  constructor(
    state: vscode.Memento,
    secrets: vscode.SecretStorage,
    redactor: Redactor,
    onError: (error: unknown) => void,
  ) {
    this.#state = state;
    this.#secrets = secrets;
    this.#redactor = redactor;
    this.#changed = this.#owned.add(new Emitter<void>(onError));
    const fire = (): void => this.#changed.fire();
    this.#owned.add(vscode.workspace.onDidGrantWorkspaceTrust(fire));
    this.#owned.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('codeReview.model') || event.affectsConfiguration('codeReview.tools')) fire();
      }),
    );
  }

  /** Fires when the next review may be made by other reviewers. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  get model(): ModelChoice | undefined {
    return this.#state.get<ModelChoice>(choiceName);
  }

  /** Keeps the choice for this workspace; undefined is no model. */
  async choose(choice: ModelChoice | undefined): Promise<void> {
    await this.#state.update(choiceName, choice);
    this.#changed.fire();
  }

  /** Keeps the key of the model at an address; an empty one forgets it. */
  async storeKey(url: string, key: string): Promise<void> {
    if (key === '') await this.#secrets.delete(keyName(url));
    else await this.#secrets.store(keyName(url), key);
    this.#changed.fire();
  }

  /** What the embedded service is told. */
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
    const limits = settings.modelLimits;
    if (model.kind === 'editor') return { source: model, limits };
    const { url, name } = settings.modelAddress;
    if (url === '' || name === '') return undefined;
    const key = await this.#secrets.get(keyName(url));
    if (key !== undefined) this.#redactor.add(key);
    return { source: { kind: 'address', url, name, key }, limits };
  }
}

/** A key is for the origin that it was entered for and for no other. */
function keyName(url: string): string {
  return `modelKey:${new URL(url).origin}`;
}
