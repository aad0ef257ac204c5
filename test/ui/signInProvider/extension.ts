/** A sign-in to a GitLab server, as an extension brings it: one account, and VS Code asks before another extension may use it. */
import * as vscode from 'vscode';

export function activate(context: vscode.ExtensionContext): void {
  const { GITLAB_SITE: site = '', GITLAB_TOKEN: accessToken = '' } = process.env;
  const account = { id: `${site}|42`, label: `robin (${site})` };
  const session: vscode.AuthenticationSession = { id: account.id, accessToken, account, scopes: ['api'] };
  const sessions = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  context.subscriptions.push(
    sessions,
    vscode.authentication.registerAuthenticationProvider('gitlab', 'GitLab', {
      onDidChangeSessions: sessions.event,
      getSessions: scopes => Promise.resolve(scopes === undefined || scopes.join(' ') === 'api' ? [session] : []),
      createSession: () => Promise.reject(new Error('Nobody is there to sign in.')),
      removeSession: () => Promise.resolve(),
    }),
  );
}
