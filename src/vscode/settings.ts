import * as vscode from 'vscode';
import { defaultNetwork, type NetworkSettings } from '../core/networkSettings.ts';
import type { ModelSettings } from '../core/reviewerSettings.ts';
import { severities, type Severity } from '../core/severity.ts';
import type { Ignored } from '../core/suppression.ts';

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

  /** How findings of a file are shown. */
  showAs(uri: vscode.Uri): 'threads' | 'diagnostics' | 'both' {
    const value = read<string>('codeReview', 'showAs', 'both', uri);
    return value === 'threads' || value === 'diagnostics' ? value : 'both';
  },

  /** What is hidden of a file's findings, or of those without a file. */
  shown(uri: vscode.Uri | undefined): { readonly minimumSeverity: Severity; readonly ignore: readonly Ignored[] } {
    const minimum = read<string>('codeReview', 'minimumSeverity', 'info', uri);
    const ignore: unknown = read<unknown>('codeReview', 'ignore', [], uri);
    return {
      minimumSeverity: severities.find(severity => severity === minimum) ?? 'info',
      ignore: Array.isArray(ignore) ? ignore.filter(isIgnoredEntry) : [],
    };
  },

  /** Whether a line above each finding says what can be done. */
  codeLens(uri: vscode.Uri): boolean {
    return read('codeReview', 'codeLens', false, uri);
  },

  /** Whether a review starts by itself once a reviewed branch was pushed. */
  get reviewsOnPush(): boolean {
    return read<string>('codeReview', 'autoReview', 'off') === 'onPush';
  },

  /** Adds to what is never shown, for the folder that the file is in. */
  async addIgnored(entry: Ignored, uri: vscode.Uri | undefined): Promise<void> {
    const { ignore } = settings.shown(uri);
    const target = vscode.ConfigurationTarget.WorkspaceFolder;
    const scope = uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
    await vscode.workspace.getConfiguration('codeReview', scope).update('ignore', [...ignore, entry], target);
  },

  /** Requests that a key may make in an hour by the account's plan (api-spec.md 8). */
  get requestsPerHour(): number {
    const own = read<number | null>('codeReview', 'requestsPerHour', null);
    switch (read<string>('codeReview', 'plan', 'Free').toLowerCase()) {
      case 'enterprise':
        return typeof own === 'number' && own >= 1 ? Math.floor(own) : 1_000;
      case 'pro':
        return 1_000;
      default:
        return 100;
    }
  },

  /** Entries of `codeReview.tools` as they were typed. */
  get tools(): unknown {
    return read<unknown>('codeReview', 'tools', []);
  },

  /** Kept for the workspace, or the folder where that is all there is. */
  async setTools(tools: readonly unknown[]): Promise<void> {
    const target = vscode.ConfigurationTarget.Workspace;
    await vscode.workspace.getConfiguration('codeReview').update('tools', tools, target);
  },

  /** The model that is asked by its address; empty texts where none is set. */
  get modelAddress(): { readonly url: string; readonly name: string } {
    return { url: read('codeReview', 'model.url', '').trim(), name: read('codeReview', 'model.name', '').trim() };
  },

  get modelLimits(): ModelSettings['limits'] {
    return {
      tokensPerCall: read('codeReview', 'model.tokensPerCall', 12_000),
      calls: read('codeReview', 'model.callsPerReview', 4),
      findingsPerFile: read('codeReview', 'model.findingsPerFile', 3),
      findingsPerReview: read('codeReview', 'model.findingsPerReview', 10),
    };
  },

  /** How many days the embedded service keeps reviews. */
  get keepDays(): number {
    const value = read<unknown>('codeReview', 'keepDays', 30);
    return typeof value === 'number' && value >= 1 ? Math.floor(value) : 30;
  },

  /** Kept for the user, since no workspace may say where code and keys go. */
  async setModelAddress(url: string, name: string): Promise<void> {
    const configuration = vscode.workspace.getConfiguration('codeReview');
    await configuration.update('model.url', url, vscode.ConfigurationTarget.Global);
    await configuration.update('model.name', name, vscode.ConfigurationTarget.Global);
  },

  /** VS Code's own settings of the network; a workspace cannot set them. */
  get network(): NetworkSettings {
    // VS Code hands on whatever the file of the settings holds.
    const text = (name: string, fallback: string): string => {
      const value = read<unknown>('http', name, fallback);
      return typeof value === 'string' ? value : fallback;
    };
    const exceptions = read<unknown>('http', 'noProxy', []);
    return {
      proxy: text('proxy', defaultNetwork.proxy),
      proxyAuthorization: text('proxyAuthorization', defaultNetwork.proxyAuthorization),
      noProxy: Array.isArray(exceptions) ? exceptions.filter(each => typeof each === 'string') : defaultNetwork.noProxy,
      proxySupport: text('proxySupport', defaultNetwork.proxySupport),
      proxyStrictSSL: read('http', 'proxyStrictSSL', true),
      systemCertificates: read('http', 'systemCertificates', true),
    };
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

function read<T>(section: string, name: string, fallback: T, scope?: vscode.Uri): T {
  return vscode.workspace.getConfiguration(section, scope).get<T>(name) ?? fallback;
}

/** Settings files hold whatever was typed. */
function isIgnoredEntry(entry: unknown): entry is Ignored {
  if (typeof entry !== 'object' || entry === null) return false;
  return Object.values(entry).every(value => typeof value === 'string');
}
