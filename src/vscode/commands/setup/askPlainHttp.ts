import * as vscode from 'vscode';
import { plainMessage } from '../../../core/base/text.ts';
import { t } from '../../../core/base/l10n.ts';
import { isPrivateHost } from '../../../core/system/privateHost.ts';
import { keepConsent } from '../../connection/keepConsent.ts';
import type { PlainHttpConsent } from '../../connection/plainHttp.ts';

/**
 * Whether an address may be used; asks for consent to plain HTTP.
 * @param what what is sent there, such as "your API key"
 * @throws CodeReviewError of kind `input` if the consent cannot be kept
 */
export async function mayAskPlainly(plain: PlainHttpConsent, address: string, what: string): Promise<boolean> {
  const { origin, protocol, hostname, host } = new URL(address);
  if (protocol !== 'http:' || !isPrivateHost(hostname) || plain.isAllowed(origin)) return true;
  const agreed = t('Use Plain HTTP');
  const detail = t(
    '{what} would be sent unencrypted: anyone on the network path can read and change it. Agree only if this is your own machine or network.',
    { what },
  );
  const pressed = await vscode.window.showWarningMessage(
    plainMessage(t('Ask {host} without encryption?', { host }), 200),
    { modal: true, detail },
    agreed,
  );
  if (pressed !== agreed) return false;
  await keepConsent(plain.folder, () => plain.allow(origin));
  return true;
}
