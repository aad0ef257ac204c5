import * as vscode from 'vscode';
import { conjunction, t } from '../../../core/base/l10n.ts';
import type { BaseUrl } from '../../../api/baseUrl.ts';
import type { Connections } from '../../connection/connections.ts';
import { environmentKeyName } from '../../connection/environmentKey.ts';
import { keyName } from '../../../core/review/apiKey.ts';
import type { ApiKeyStore, StoredKey } from '../../connection/apiKeyStore.ts';
import { notify } from '../../platform/notify.ts';
import type { RepositoryAccess } from '../../connection/repositoryAccess.ts';

type KeyItem = vscode.QuickPickItem & { readonly stored: StoredKey };

/** Deletes a key of the configured service, and the access to private repositories. Asks which key if there are two. */
export async function signOut(connections: Connections, keys: ApiKeyStore, access: RepositoryAccess): Promise<void> {
  const { hosted } = connections;
  const stored = hosted === undefined ? [] : await keys.list(hosted.origin);
  if (hosted === undefined || stored.length === 0) {
    const hosts = await access.forget();
    const isFromEnvironment = hosted !== undefined && keys.isFromEnvironment(hosted.origin);
    const ofKey = isFromEnvironment ? fromEnvironment(hosted) : hosts.length === 0 ? nothingStored(hosted) : '';
    notify('info', [forgotten(hosts), ofKey].filter(Boolean).join(' '));
    return;
  }
  const chosen =
    stored.length === 1
      ? stored[0]
      : await pick(stored, t('Which key of {origin} should be forgotten?', { origin: hosted.origin }));
  if (chosen === undefined) return;
  await keys.forget(hosted.origin, chosen.kind);
  const ofKey = t('Signed out: forgot the {key} for {origin}. It stays valid until it is revoked in the dashboard.', {
    key: keyName(chosen),
    origin: hosted.origin,
  });
  notify('info', [ofKey, forgotten(await access.forget())].filter(Boolean).join(' '));
}

/** A sentence on the hosts that are no longer asked about private repositories. */
function forgotten(hosts: readonly string[]): string {
  return hosts.length === 0
    ? ''
    : t(
        'Code Review no longer uses your sign-in to {hosts}. The editor stays signed in: its Accounts menu ends that.',
        { hosts: conjunction(hosts) },
      );
}

/** Switches between the production and the development key of the configured service. */
export async function switchKey(connections: Connections, keys: ApiKeyStore): Promise<void> {
  const { hosted } = connections;
  const stored = hosted === undefined ? [] : await keys.list(hosted.origin);
  if (hosted === undefined || stored.length === 0) {
    notify('info', nothingStored(hosted), [{ title: t('Sign In'), command: 'codeReview.signIn' }]);
    return;
  }
  const [only] = stored;
  if (stored.length === 1 && only?.active === true) {
    const sentence = t(
      'Only the {key} is stored for {origin}. Sign in with a key of the other kind to switch between them.',
      {
        key: keyName(only),
        origin: hosted.origin,
      },
    );
    notify('info', sentence, [{ title: t('Sign In'), command: 'codeReview.signIn' }]);
    return;
  }
  const chosen = await pick(
    stored,
    t('Which key should requests to {origin} be made with?', { origin: hosted.origin }),
  );
  if (chosen === undefined) return;
  await keys.switchTo(hosted.origin, chosen.kind);
  notify(
    'info',
    t('Requests to {origin} are now made with the {key}.', { origin: hosted.origin, key: keyName(chosen) }),
  );
}

async function pick(stored: readonly StoredKey[], placeHolder: string): Promise<StoredKey | undefined> {
  const items = stored.map((key): KeyItem => ({
    stored: key,
    label:
      key.kind === 'production'
        ? t('Production key {masked}', { masked: key.masked })
        : t('Development key {masked}', { masked: key.masked }),
    description: key.active ? t('in use') : '',
    detail:
      key.lastUsed === undefined ? t('Never used from here') : t('Last used {lastUsed}', { lastUsed: key.lastUsed }),
  }));
  return (await vscode.window.showQuickPick(items, { title: 'Code Review', placeHolder }))?.stored;
}

function fromEnvironment({ origin }: BaseUrl): string {
  return t(
    'The key for {origin} comes from the environment variable {variable} and is stored nowhere. Unset it and restart VS Code to sign out.',
    { origin, variable: environmentKeyName },
  );
}

function nothingStored(hosted: BaseUrl | undefined): string {
  return hosted === undefined
    ? t('The embedded service is in use, which needs no key.')
    : t('No key is stored for {origin}.', { origin: hosted.origin });
}
