import * as vscode from 'vscode';

/** The extension's settings as they are now; every one is declared in package.json. */
export const settings = {
  /** Address of the hosted service; empty means the embedded one. */
  get baseUrl(): string {
    return read<string>('codeReview', 'baseUrl', '').trim();
  },

  /** Hosts that no rule knows, with their provider. */
  get hosts(): Readonly<Record<string, string>> {
    return read('codeReview', 'hosts', {});
  },

  /** The git that VS Code itself was told to use, else the one on the path. */
  get gitExecutable(): string {
    const configured = read<string | readonly string[] | null>('git', 'path', null);
    const first = typeof configured === 'string' ? configured : configured?.[0];
    return first === undefined || first === '' ? 'git' : first;
  },

  /** Kept for the user, since no workspace may say where keys go. */
  async setBaseUrl(value: string): Promise<void> {
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration('codeReview').update('baseUrl', value === '' ? undefined : value, target);
  },
};

function read<T>(section: string, name: string, fallback: T): T {
  return vscode.workspace.getConfiguration(section).get<T>(name) ?? fallback;
}
