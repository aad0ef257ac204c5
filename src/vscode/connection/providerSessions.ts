import * as vscode from 'vscode';
import { CodeReviewError } from '../../core/base/errors.ts';
import type { Redactor } from '../../core/base/redactor.ts';
import { t } from '../../core/base/l10n.ts';
import { adviceWithoutSignIn, editorSignIn, type EditorSignIn } from '../../git/pullRequest/providers/editorSignIn.ts';
import type { Refusal } from '../../git/pullRequest/source.ts';
import { allowHost } from './changeRepositoryAccess.ts';
import type { RepositoryAccess } from './repositoryAccess.ts';

/** The editor's sign-ins to hosts that the user allowed this extension to use. */
export class ProviderSessions {
  readonly #access: RepositoryAccess;
  readonly #redactor: Redactor;

  constructor(access: RepositoryAccess, redactor: Redactor) {
    this.#access = access;
    this.#redactor = redactor;
  }

  /** A token for an allowed host, without user interaction; undefined for other hosts. */
  async token(provider: Refusal['provider'], host: string): Promise<string | undefined> {
    const signIn = this.#access.hosts.includes(host) ? signInOf({ provider, host }) : undefined;
    try {
      return signIn && this.#tokenOf(await silentSession(signIn));
    } catch {
      // The extension with the authentication provider was removed.
      return undefined;
    }
  }

  /** Whether signing in is possible. */
  canAllow(refusal: Refusal): boolean {
    const signIn = signInOf(refusal);
    return signIn !== undefined && (signIn.isOfHost === undefined || isContributed(signIn.id));
  }

  /**
   * Asks the user for access to a host through the editor, and remembers it.
   * @returns false if the user cancelled
   * @throws CodeReviewError of kind `input` if this editor has no sign-in for the host, or the account is of another
   * host
   */
  async allow(refusal: Refusal): Promise<boolean> {
    const { host } = refusal;
    const signIn = this.canAllow(refusal) ? signInOf(refusal) : undefined;
    if (signIn === undefined)
      throw new CodeReviewError(
        'input',
        t('This editor has no sign-in for {host}.', { host }),
        adviceWithoutSignIn(refusal),
      );
    const session = (await silentSession(signIn)) ?? (await askedSession(signIn));
    if (session === undefined) return false;
    if (signIn.isOfHost?.(session.account) === false)
      throw new CodeReviewError(
        'input',
        t('The {provider} account {account} is not one of {host}.', {
          provider: signIn.label,
          account: session.account.label,
          host,
        }),
        t('Sign in to https://{host}, then allow the access again.', { host }),
      );
    this.#tokenOf(session);
    await allowHost(this.#access, host);
    return true;
  }

  #tokenOf(session: vscode.AuthenticationSession | undefined): string | undefined {
    if (session !== undefined) this.#redactor.add(session.accessToken);
    return session?.accessToken;
  }
}

/** Tries the sets of scopes in turn; without the user's consent there is no session. */
async function silentSession(signIn: EditorSignIn): Promise<vscode.AuthenticationSession | undefined> {
  const account = signIn.isOfHost === undefined ? undefined : await accountOf(signIn);
  if (signIn.isOfHost !== undefined && account === undefined) return undefined;
  const chosen = account === undefined ? {} : { account };
  for (const scopes of signIn.scopeSets) {
    const session = await vscode.authentication.getSession(signIn.id, scopes, { ...chosen, silent: true });
    if (session !== undefined) return session;
  }
  return undefined;
}

/** An existing account needs one consent; otherwise the user signs in, with the least scopes. */
async function askedSession(signIn: EditorSignIn): Promise<vscode.AuthenticationSession | undefined> {
  const account = await accountOf(signIn);
  const scopes = (account === undefined ? undefined : signIn.scopeSets[0]) ?? signIn.leastScopes;
  const chosen = signIn.isOfHost === undefined || account === undefined ? {} : { account };
  try {
    return await vscode.authentication.getSession(signIn.id, scopes, { ...chosen, createIfNone: true });
  } catch (cause) {
    if (cause instanceof Error && /consent|cancel/i.test(cause.message)) return undefined;
    const advice = t('Sign in through the Accounts menu of the editor, then allow the access again.');
    throw new CodeReviewError('input', t('The sign-in to {label} failed.', { label: signIn.label }), advice, { cause });
  }
}

/** The account of the host, or any if the sign-in is for one host only. */
async function accountOf({
  id,
  isOfHost,
}: EditorSignIn): Promise<vscode.AuthenticationSessionAccountInformation | undefined> {
  const accounts = await vscode.authentication.getAccounts(id);
  return isOfHost === undefined ? accounts[0] : accounts.find(isOfHost);
}

function signInOf(refusal: Refusal): EditorSignIn | undefined {
  return editorSignIn({ ...refusal, host: refusal.host.toLowerCase() }, enterpriseUris());
}

/** From the user's settings: a workspace must not decide the address of GitHub Enterprise. */
function enterpriseUris(): string[] {
  const uri: unknown = vscode.workspace.getConfiguration('github-enterprise').inspect('uri')?.globalValue;
  return (Array.isArray(uri) ? uri : [uri]).filter(each => typeof each === 'string');
}

/**
 * Whether an installed extension contributes the authentication provider: VS Code waits five seconds for a missing one.
 */
function isContributed(id: string): boolean {
  return vscode.extensions.all.some(({ packageJSON }) => {
    const { contributes } = packageJSON as { contributes?: { authentication?: readonly { id?: unknown }[] } };
    return contributes?.authentication?.some(each => each.id === id) ?? false;
  });
}
