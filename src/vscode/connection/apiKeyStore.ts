import type * as vscode from 'vscode';
import { detectKeyKind, maskKey, type KeyKind } from '../../core/review/apiKey.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/events.ts';
import type { Redactor } from '../../core/base/redactor.ts';

/** A stored key, without its secret part. */
export interface StoredKey {
  readonly kind: KeyKind;
  /** The last four characters after dots. */
  readonly masked: string;
  /** Day of its last request (`2026-11-21`); undefined if it was never used. */
  readonly lastUsed: string | undefined;
  /** Whether it is in use. */
  readonly active: boolean;
}

interface ApiKeyStoreOptions {
  readonly secrets: vscode.SecretStorage;
  readonly state: vscode.Memento;
  readonly redactor: Redactor;
  /** A key to use if none is stored; never stored itself. */
  readonly environmentKey?: string | undefined;
  readonly onError: (error: unknown) => void;
  readonly now?: () => Date;
}

const kinds: readonly KeyKind[] = ['production', 'development'];

/**
 * The API keys, one of each kind for an origin: a request gets only the key of its own origin. Keys are in
 * `SecretStorage`; which kind is active and when it was last used, in the global state. The kind stands beside the keys
 * too, for other windows to hear of it.
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
      if (/^(?:key|activeKey):/.test(key)) this.#changed.fire();
    });
  }

  /** Fires when a key is stored, deleted or switched, in this window or another. */
  get onDidChange() {
    return this.#changed.event;
  }

  /** The active key of an origin; undefined if there is none or it has vanished. */
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
   * Whether an origin without a stored key uses the key of the environment. That key belongs to the first origin in
   * use: one that is configured later never gets it.
   */
  isFromEnvironment(origin: string): boolean {
    if (this.#environmentKey === undefined) return false;
    this.#environmentOrigin ??= origin;
    return this.#environmentOrigin === origin;
  }

  /** Whether a stored key is gone although it was not deleted here, for example because the keyring was lost. */
  async hasVanished(origin: string): Promise<boolean> {
    return this.#state.get(activeName(origin)) !== undefined && (await this.active(origin)) === undefined;
  }

  /** The origins that keys are stored for, by name. */
  async origins(): Promise<string[]> {
    const names = await this.#secrets.keys();
    const found = names.flatMap(name => kinds.flatMap(kind => originIn(name, kind) ?? []));
    return [...new Set(found)].sort();
  }

  /** The stored keys of an origin. */
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

  /** Stores a key, and makes it the active one of its origin. */
  async store(origin: string, kind: KeyKind, key: string): Promise<void> {
    this.#redactor.add(key);
    await this.#secrets.store(secretName(origin, kind), key);
    await this.#state.update(usedName(origin, kind), undefined);
    await this.switchTo(origin, kind);
  }

  async switchTo(origin: string, kind: KeyKind): Promise<void> {
    await this.#state.update(activeName(origin), kind);
    // The state tells other windows of nothing. Not the key again: another window may be signing out.
    await this.#secrets.store(activeName(origin), kind);
    this.#changed.fire();
  }

  async forget(origin: string, kind: KeyKind): Promise<void> {
    await this.#state.update(usedName(origin, kind), undefined);
    // First, since the deleted secret notifies other windows, which must not take it for vanished.
    if (this.#state.get(activeName(origin)) === kind) await this.#state.update(activeName(origin), undefined);
    await this.#secrets.delete(secretName(origin, kind));
    if (this.#state.get(activeName(origin)) === undefined) await this.#secrets.delete(activeName(origin));
    this.#changed.fire();
  }

  /** Records that the key is used today; writes at most once a day. */
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

function originIn(name: string, kind: KeyKind): string | undefined {
  const start = secretName('', kind);
  return name.startsWith(start) ? name.slice(start.length) : undefined;
}

function activeName(origin: string): string {
  return `activeKey:${origin}`;
}

function usedName(origin: string, kind: KeyKind): string {
  return `keyUsed:${kind}:${origin}`;
}
