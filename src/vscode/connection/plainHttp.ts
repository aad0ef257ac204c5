import * as vscode from 'vscode';
import { plainMessage } from '../../core/base/text.ts';
import { t } from '../../core/base/l10n.ts';
import { isPrivateHost } from '../../core/system/privateHost.ts';

const stateName = 'plainHttpOrigins';

/** The origins in the local network for which the user allowed plain HTTP. */
export class PlainHttpConsent {
  readonly #state: vscode.Memento;

  /** @param state the global state: a workspace must not decide where keys and code are sent */
  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  isAllowed(origin: string): boolean {
    return this.#state.get<readonly string[]>(stateName, []).includes(origin);
  }

  /**
   * Whether an address may be used; asks for consent to plain HTTP.
   * @param what what is sent there, such as "your API key"
   */
  async mayAsk(address: string, what: string): Promise<boolean> {
    const { origin, protocol, hostname, host } = new URL(address);
    if (protocol !== 'http:' || !isPrivateHost(hostname) || this.isAllowed(origin)) return true;
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
    await this.#state.update(stateName, [...this.#state.get<readonly string[]>(stateName, []), origin]);
    return true;
  }
}
