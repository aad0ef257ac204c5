import * as vscode from 'vscode';
import type { BaseUrl } from '../../../api/baseUrl.ts';
import type { Connections } from '../../connection/connections.ts';
import { environmentKeyName } from '../../connection/environmentKey.ts';
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
    stored.length === 1 ? stored[0] : await pick(stored, `Which key of ${hosted.origin} should be forgotten?`);
  if (chosen === undefined) return;
  await keys.forget(hosted.origin, chosen.kind);
  const ofKey = `Signed out: forgot the ${chosen.kind} key ${chosen.masked} for ${hosted.origin}. It stays valid until it is revoked in the dashboard.`;
  notify('info', [ofKey, forgotten(await access.forget())].filter(Boolean).join(' '));
}

/** A sentence on the hosts that are no longer asked about private repositories. */
function forgotten(hosts: readonly string[]): string {
  return hosts.length === 0
    ? ''
    : `Code Review no longer uses your sign-in to ${hosts.join(' and ')}. The editor stays signed in: its Accounts menu ends that.`;
}

/** Switches between the production and the development key of the configured service. */
export async function switchKey(connections: Connections, keys: ApiKeyStore): Promise<void> {
  const { hosted } = connections;
  const stored = hosted === undefined ? [] : await keys.list(hosted.origin);
  if (hosted === undefined || stored.length === 0) {
    notify('info', nothingStored(hosted), [{ title: 'Sign In', command: 'codeReview.signIn' }]);
    return;
  }
  const [only] = stored;
  if (stored.length === 1 && only?.active === true) {
    const sentence = `Only the ${only.kind} key ${only.masked} is stored for ${hosted.origin}. Sign in with a key of the other kind to switch between them.`;
    notify('info', sentence, [{ title: 'Sign In', command: 'codeReview.signIn' }]);
    return;
  }
  const chosen = await pick(stored, `Which key should requests to ${hosted.origin} be made with?`);
  if (chosen === undefined) return;
  await keys.switchTo(hosted.origin, chosen.kind);
  notify('info', `Requests to ${hosted.origin} are now made with the ${chosen.kind} key ${chosen.masked}.`);
}

async function pick(stored: readonly StoredKey[], placeHolder: string): Promise<StoredKey | undefined> {
  const items = stored.map((key): KeyItem => ({
    stored: key,
    label: `${key.kind === 'production' ? 'Production' : 'Development'} key ${key.masked}`,
    description: key.active ? 'in use' : '',
    detail: key.lastUsed === undefined ? 'Never used from here' : `Last used ${key.lastUsed}`,
  }));
  return (await vscode.window.showQuickPick(items, { title: 'Code Review', placeHolder }))?.stored;
}

function fromEnvironment({ origin }: BaseUrl): string {
  return `The key for ${origin} comes from the environment variable ${environmentKeyName} and is stored nowhere. Unset it and restart VS Code to sign out.`;
}

function nothingStored(hosted: BaseUrl | undefined): string {
  return hosted === undefined
    ? 'The embedded service is in use, which needs no key.'
    : `No key is stored for ${hosted.origin}.`;
}
