import * as vscode from 'vscode';
import { conjunction, t } from '../../../core/base/l10n.ts';
import type { BaseUrl } from '../../../api/baseUrl.ts';
import type { Connections } from '../../connection/connections.ts';
import { environmentKeyName } from '../../connection/environmentKey.ts';
import { keyName, maskKey } from '../../../core/review/apiKey.ts';
import type { ApiKeyStore, StoredKey } from '../../connection/apiKeyStore.ts';
import { notify } from '../../platform/notify.ts';
import { forgetHosts } from '../../connection/changeRepositoryAccess.ts';
import type { RepositoryAccess } from '../../connection/repositoryAccess.ts';

type KeyItem<T extends StoredKey> = vscode.QuickPickItem & { readonly stored: T };

/** A stored key, and the service that it is for. */
interface ServiceKey extends StoredKey {
  readonly origin: string;
}

/**
 * Deletes a key of the configured service, and the access to private repositories. Asks which key if there are two, and
 * offers those of other services if there is none.
 */
export async function signOut(connections: Connections, keys: ApiKeyStore, access: RepositoryAccess): Promise<void> {
  const { hosted } = connections;
  const stored = hosted === undefined ? [] : await keys.list(hosted.origin);
  if (hosted === undefined || stored.length === 0) {
    const hosts = await forgetHosts(access);
    const told = [forgotten(hosts), await withoutKey(hosted, keys, hosts.length > 0)].filter(Boolean);
    if (told.length > 0) notify('info', told.join(' '));
    return;
  }
  const chosen =
    stored.length === 1
      ? stored[0]
      : await pick(stored, t('Which key of {origin} should be forgotten?', { origin: hosted.origin }));
  if (chosen === undefined) return;
  const ofKey = await forgetKey(keys, { ...chosen, origin: hosted.origin });
  notify(
    'info',
    [ofKey, ...(await keyLeft(hosted, keys)), forgotten(await forgetHosts(access))].filter(Boolean).join(' '),
  );
}

/** Sentences on the key that a service is asked with all the same. */
async function keyLeft(hosted: BaseUrl, keys: ApiKeyStore): Promise<string[]> {
  const { origin } = hosted;
  const left = await keys.active(origin);
  if (left === undefined) return [];
  const isStored = (await keys.list(origin)).length > 0;
  return [nowMadeWith(origin, { ...left, masked: maskKey(left.key) }), ...(isStored ? [] : [fromEnvironment(hosted)])];
}

/** What signing out means where the service in use has no stored key, as a sentence; empty if all has been said. */
async function withoutKey(hosted: BaseUrl | undefined, keys: ApiKeyStore, isDone: boolean): Promise<string> {
  if (hosted !== undefined && keys.isFromEnvironment(hosted.origin)) return fromEnvironment(hosted);
  const lists = (await keys.origins()).map(async origin =>
    (await keys.list(origin)).map((key): ServiceKey => ({ ...key, origin })),
  );
  const others = (await Promise.all(lists)).flat();
  if (others.length === 0) return isDone ? '' : nothingStored(hosted);
  const question = `${nothingStored(hosted)} ${t('Which key of another service should be forgotten?')}`;
  const chosen = await pick(others, question, ({ origin }) => origin);
  return chosen === undefined ? '' : forgetKey(keys, chosen);
}

/** Deletes a key. @returns what is told of it */
async function forgetKey(keys: ApiKeyStore, key: ServiceKey): Promise<string> {
  const { origin, kind } = key;
  await keys.forget(origin, kind);
  return t('Signed out: forgot the {key} for {origin}. It stays valid until it is revoked in the dashboard.', {
    key: keyName(key),
    origin,
  });
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
  notify('info', nowMadeWith(hosted.origin, chosen));
}

function nowMadeWith(origin: string, key: Pick<StoredKey, 'kind' | 'masked'>): string {
  return t('Requests to {origin} are now made with the {key}.', { origin, key: keyName(key) });
}

async function pick<T extends StoredKey>(
  stored: readonly T[],
  placeHolder: string,
  describe: (key: T) => string = ({ active }) => (active ? t('in use') : ''),
): Promise<T | undefined> {
  const items = stored.map((key): KeyItem<T> => ({
    stored: key,
    label:
      key.kind === 'production'
        ? t('Production key {masked}', { masked: key.masked })
        : t('Development key {masked}', { masked: key.masked }),
    description: describe(key),
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
