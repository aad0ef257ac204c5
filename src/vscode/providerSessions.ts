import * as vscode from 'vscode';

/**
 * A token of a host that the user has signed in to in this editor, without asking anything; undefined elsewhere. The
 * host comes from the repository's configuration, so only those get a token that the editor itself binds one to.
 */
export async function silentToken(_provider: string, host: string): Promise<string | undefined> {
  const id = providerOf(host.toLowerCase());
  if (id === undefined) return undefined;
  try {
    return (await vscode.authentication.getSession(id, ['repo'], { silent: true }))?.accessToken;
  } catch {
    // There is no such sign-in in this editor.
    return undefined;
  }
}

function providerOf(host: string): string | undefined {
  if (host === 'github.com') return 'github';
  const enterprise = vscode.workspace.getConfiguration('github-enterprise').inspect<string>('uri')?.globalValue ?? '';
  return URL.canParse(enterprise) && new URL(enterprise).host.toLowerCase() === host ? 'github-enterprise' : undefined;
}
