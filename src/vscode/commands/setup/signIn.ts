import * as vscode from 'vscode';
import { parseBaseUrl, type BaseUrl } from '../../../api/baseUrl.ts';
import { keyName, keyProblem, detectKeyKind, maskKey, type KeyKind } from '../../../core/review/apiKey.ts';
import { CodeReviewError, displayMessage } from '../../../core/base/errors.ts';
import { plural, t } from '../../../core/base/l10n.ts';
import type { Connections } from '../../connection/connections.ts';
import type { ApiKeyStore } from '../../connection/apiKeyStore.ts';
import { notify } from '../../platform/notify.ts';
import type { PlainHttpConsent } from '../../connection/plainHttp.ts';
import { withDelayedProgress } from '../../platform/delayedProgress.ts';
import { settings } from '../../platform/settings.ts';
import { mayAskPlainly } from './askPlainHttp.ts';

const title = (): string => t('Code Review: Sign In');

/** Asks for address and key, checks the key, and stores both. */
export class SignIn {
  readonly #connections: Connections;
  readonly #keys: ApiKeyStore;
  readonly #plain: PlainHttpConsent;
  // The last address, so that it need not be typed again after a mistyped key.
  #address: string | undefined;

  constructor(connections: Connections, keys: ApiKeyStore, plain: PlainHttpConsent) {
    this.#plain = plain;
    this.#connections = connections;
    this.#keys = keys;
  }

  /** Signs in; false if the user cancelled. @throws CodeReviewError if the key is refused */
  async run(): Promise<boolean> {
    const address = await this.#askAddress();
    if (address === undefined) return false;
    this.#address = address;
    if (address === '') return this.#useEmbedded();
    const baseUrl = parseBaseUrl(address, () => true);
    if (!(await mayAskPlainly(this.#plain, baseUrl.href, t('Your API key')))) return false;
    const key = await askKey(baseUrl, await this.#keys.hasVanished(baseUrl.origin));
    if (key === undefined) return false;
    const kind = detectKeyKind(key) ?? (await askKind(key));
    if (kind === undefined) return false;
    const { repositories } = await withDelayedProgress(
      t('Checking the key with {origin}', { origin: baseUrl.origin }),
      signal => this.#connections.check(baseUrl, key, signal),
    );
    await this.#keys.store(baseUrl.origin, kind, key);
    this.#connections.markUsed(baseUrl, kind);
    await settings.setBaseUrl(baseUrl.href);
    this.#address = undefined;
    notify(
      'info',
      plural(
        repositories.length,
        'Signed in with the {key}: {count} connected repository at {origin}.',
        'Signed in with the {key}: {count} connected repositories at {origin}.',
        { key: keyName({ kind, masked: maskKey(key) }), origin: baseUrl.origin },
      ),
    );
    return true;
  }

  async #askAddress(): Promise<string | undefined> {
    const typed = await vscode.window.showInputBox({
      title: title(),
      prompt: t('Address of the code review service. Leave empty to use the embedded service, which needs no account.'),
      placeHolder: 'https://review.example.com',
      value: this.#address ?? settings.baseUrl,
      ignoreFocusOut: true,
      validateInput: value => (value.trim() === '' ? undefined : problemOf(() => parseBaseUrl(value, () => true))),
    });
    return typed?.trim();
  }

  async #useEmbedded(): Promise<boolean> {
    await settings.setBaseUrl('');
    const { client } = await this.#connections.open();
    const { repositories } = await withDelayedProgress(t('Starting the embedded review service'), signal =>
      client.listRepositories(signal),
    );
    notify(
      'info',
      plural(
        repositories.length,
        'Using the embedded service, with {count} repository of this window. No key is needed.',
        'Using the embedded service, with {count} repositories of this window. No key is needed.',
      ),
    );
    return true;
  }
}

async function askKey(baseUrl: BaseUrl, isGone: boolean): Promise<string | undefined> {
  const gone = isGone ? t('The stored key is gone from the secret storage.') : '';
  const ask = t(
    'API key for {origin}, from the dashboard settings of the service. It is tried on the list of repositories and kept in the secret storage.',
    { origin: baseUrl.origin },
  );
  const typed = await vscode.window.showInputBox({
    title: title(),
    prompt: [gone, ask].filter(Boolean).join(' '),
    password: true,
    ignoreFocusOut: true,
    validateInput: value => keyProblem(value.trim()),
  });
  return typed?.trim();
}

async function askKind(key: string): Promise<KeyKind | undefined> {
  const kinds: readonly (vscode.QuickPickItem & { readonly keyKind: KeyKind })[] = [
    { keyKind: 'production', label: t('Production key') },
    { keyKind: 'development', label: t('Development key') },
  ];
  const picked = await vscode.window.showQuickPick(kinds, {
    title: title(),
    placeHolder: t('The prefix of {key} does not tell its kind. Which one is it?', { key: maskKey(key) }),
    ignoreFocusOut: true,
  });
  return picked?.keyKind;
}

function problemOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return CodeReviewError.is(error) ? displayMessage(error) : t('This is not the address of a service.');
  }
}
