import type * as vscode from 'vscode';
import { detectKeyKind, maskKey, type KeyKind } from '../../core/review/apiKey.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/events.ts';
import type { Redactor } from '../../core/base/redactor.ts';

/** A key as it may be shown. */
export interface StoredKey {
  readonly kind: KeyKind;
  /** The last four characters behind dots. */
  readonly masked: string;
  /** Calendar day of the last request with it (`2026-11-21`); undefined when it was never used. */
  readonly lastUsed: string | undefined;
  /** Whether requests are made with it. */
  readonly active: boolean;
}

interface ApiKeyStoreOptions {
  readonly secrets: vscode.SecretStorage;
  readonly state: vscode.Memento;
  readonly redactor: Redactor;
  /** A key that is used where none is stored, and never stored. */
  readonly environmentKey?: string | undefined;
  readonly onError: (error: unknown) => void;
  readonly now?: () => Date;
}

const kinds: readonly KeyKind[] = ['production', 'development'];

/**
 * The API keys, each bound to the origin it was entered for and to its kind: a request finds only the key of the origin
 * it goes to. Secrets live in SecretStorage; which kind is active and when it was last used in the global state.
 */
export class ApiKeyStore implements Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #state: vscode.Memento;
  readonly #redactor: Redactor;
  readonly #environmentKey: string | undefined;
  readonly #now: () => Date;
  readonly #changed: Emitter<void>;
  readonly #subscription: Disposable;
  #environmentOrigin: string | undefined;

  constructor(options: ApiKeyStoreOptions) {
    const { secrets, state, redactor, environmentKey, onError, now = () => new Date() } = options;
    this.#secrets = secrets;
    this.#state = state;
    this.#redactor = redactor;
    this.#environmentKey = environmentKey;
    if (environmentKey !== undefined) redactor.add(environmentKey);
    this.#now = now;
    this.#changed = new Emitter(onError);
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith('key:')) this.#changed.fire();
    });
  }

  /** Fires when a key was stored, forgotten or switched, in this window or another. */
  get onDidChange() {
    return this.#changed.event;
  }

  /** The key that requests to this origin are made with; undefined when there is none, also where the chosen one has gone. */
  async active(origin: string): Promise<{ readonly kind: KeyKind; readonly key: string } | undefined> {
    const chosen = this.#state.get<KeyKind>(activeName(origin));
    for (const kind of chosen === undefined ? kinds : [chosen]) {
      const key = await this.#read(origin, kind);
      if (key !== undefined) return { kind, key };
    }
    if (!this.isFromEnvironment(origin) || this.#environmentKey === undefined) return undefined;
    return { kind: detectKeyKind(this.#environmentKey) ?? 'production', key: this.#environmentKey };
  }

  /**
   * Whether the key of the environment is meant for this origin where none is stored. It belongs to the first origin
   * that is asked about: one that is configured later never gets it.
   */
  isFromEnvironment(origin: string): boolean {
    if (this.#environmentKey === undefined) return false;
    this.#environmentOrigin ??= origin;
    return this.#environmentOrigin === origin;
  }

  /** Whether a key was stored here and has gone without being forgotten, as when the keyring was lost. */
  async hasVanished(origin: string): Promise<boolean> {
    return this.#state.get(activeName(origin)) !== undefined && (await this.active(origin)) === undefined;
  }

  /** All keys of an origin, as they may be shown. */
  async list(origin: string): Promise<StoredKey[]> {
    const active = await this.active(origin);
    const listed: StoredKey[] = [];
    for (const kind of kinds) {
      const key = await this.#read(origin, kind);
      if (key === undefined) continue;
      const lastUsed = this.#state.get<string>(usedName(origin, kind));
      listed.push({ kind, masked: maskKey(key), lastUsed, active: kind === active?.kind });
    }
    return listed;
  }

  /** Stores a key and makes it the active one of its origin. */
  async store(origin: string, kind: KeyKind, key: string): Promise<void> {
    this.#redactor.add(key);
    await this.#secrets.store(secretName(origin, kind), key);
    await this.#state.update(usedName(origin, kind), undefined);
    await this.switchTo(origin, kind);
  }

  async switchTo(origin: string, kind: KeyKind): Promise<void> {
    await this.#state.update(activeName(origin), kind);
    this.#changed.fire();
  }

  async forget(origin: string, kind: KeyKind): Promise<void> {
    await this.#state.update(usedName(origin, kind), undefined);
    // First, since other windows hear only of the secret and must not take it for one that has vanished.
    if (this.#state.get(activeName(origin)) === kind) await this.#state.update(activeName(origin), undefined);
    await this.#secrets.delete(secretName(origin, kind));
    this.#changed.fire();
  }

  /** Notes that a request was made today; writes at most once a day. */
  markUsed(origin: string, kind: KeyKind): void {
    const today = this.#now().toISOString().slice(0, 10);
    const name = usedName(origin, kind);
    if (this.#state.get(name) !== today) void this.#state.update(name, today);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #read(origin: string, kind: KeyKind): Promise<string | undefined> {
    const key = await this.#secrets.get(secretName(origin, kind));
    if (key !== undefined) this.#redactor.add(key);
    return key;
  }
}

function secretName(origin: string, kind: KeyKind): string {
  return `key:${kind}:${origin}`;
}

function activeName(origin: string): string {
  return `activeKey:${origin}`;
}

function usedName(origin: string, kind: KeyKind): string {
  return `keyUsed:${kind}:${origin}`;
}
