import * as vscode from 'vscode';
import { defaultNetwork, type NetworkSettings } from '../../core/protocol/networkSettings.ts';
import type { ModelSettings } from '../../core/protocol/reviewerSettings.ts';
import { readSetting, type SettingName, type SettingValue } from '../../core/protocol/settingKinds.ts';
import type { Severity } from '../../core/review/severity.ts';
import type { Ignored } from '../../core/review/ignoreRules.ts';
import { scopesOf } from './scopedLists.ts';

/** The extension's settings as they are now; every one is declared in package.json, and what it may hold in `settingKinds`. */
export const settings = {
  /** Address of the hosted service; empty means the embedded one. */
  get baseUrl(): string {
    return read('baseUrl').trim();
  },

  /** Hosts that no rule knows, with their provider. */
  get hosts(): Readonly<Record<string, string>> {
    return read('hosts');
  },

  /** How findings of a file are shown. */
  showAs(uri: vscode.Uri): 'threads' | 'diagnostics' | 'both' {
    return read('showAs', uri);
  },

  /** What is hidden of a folder's findings, or of those without a folder. */
  shown(folder: vscode.WorkspaceFolder | undefined): {
    readonly minimumSeverity: Severity;
    readonly ignore: readonly Ignored[];
  } {
    const ignore = scopesOf('ignore', folder).flatMap(({ value }) => settings.ignoredIn(value));
    return { minimumSeverity: read('minimumSeverity', folder?.uri), ignore };
  },

  /** The entries of what one settings file never shows. */
  ignoredIn(value: unknown): readonly Ignored[] {
    return readSetting('ignore', value);
  },

  /** Whether a line above each finding says what can be done. */
  codeLens(uri: vscode.Uri): boolean {
    return read('codeLens', uri);
  },

  /** Whether a review starts by itself once a reviewed branch was pushed. */
  get reviewsOnPush(): boolean {
    return read('autoReview') === 'onPush';
  },

  /** Requests that a key may make in an hour by the account's plan (docs/api.md). */
  get requestsPerHour(): number {
    const plan = read('plan');
    if (plan === 'Enterprise') return read('requestsPerHour') ?? 1_000;
    return plan === 'Pro' ? 1_000 : 100;
  },

  /** Entries of `codeReview.tools` as they were typed, those of the workspace in place of the user's of the same name. */
  get tools(): unknown {
    const values = scopesOf('tools', undefined).map(({ value }) => value ?? []);
    // The service says what is wrong with it.
    const wrong = values.find(value => !Array.isArray(value));
    if (wrong !== undefined) return wrong;
    return (values as (readonly unknown[])[]).reduce((wider, own) => {
      const names = new Set(own.map(nameOfTool));
      return [...wider.filter(tool => !names.has(nameOfTool(tool))), ...own];
    });
  },

  /** The model that is asked by its address; empty texts where none is set. */
  get modelAddress(): { readonly url: string; readonly name: string } {
    return { url: read('model.url').trim(), name: read('model.name').trim() };
  },

  get modelLimits(): ModelSettings['limits'] {
    return {
      tokensPerCall: read('model.tokensPerCall'),
      calls: read('model.callsPerReview'),
      findingsPerFile: read('model.findingsPerFile'),
      findingsPerReview: read('model.findingsPerReview'),
    };
  },

  /** How many days the embedded service keeps reviews. */
  get keepDays(): number {
    return read('keepDays');
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
      const value = readOther<unknown>('http', name, fallback);
      return typeof value === 'string' ? value : fallback;
    };
    const exceptions = readOther<unknown>('http', 'noProxy', []);
    return {
      proxy: text('proxy', defaultNetwork.proxy),
      proxyAuthorization: text('proxyAuthorization', defaultNetwork.proxyAuthorization),
      noProxy: Array.isArray(exceptions) ? exceptions.filter(each => typeof each === 'string') : defaultNetwork.noProxy,
      proxySupport: text('proxySupport', defaultNetwork.proxySupport),
      proxyStrictSSL: readOther('http', 'proxyStrictSSL', true),
      systemCertificates: readOther('http', 'systemCertificates', true),
    };
  },

  /** Where VS Code itself was told to look for git, in turn. */
  get gitPaths(): readonly string[] {
    const configured = readOther<unknown>('git', 'path', null);
    const all: readonly unknown[] = Array.isArray(configured) ? configured : [configured];
    return all.filter(each => typeof each === 'string' && each !== '') as string[];
  },

  /** Kept for the user, since no workspace may say where keys go. */
  async setBaseUrl(value: string): Promise<void> {
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration('codeReview').update('baseUrl', value === '' ? undefined : value, target);
  },
};

function read<N extends SettingName>(name: N, scope?: vscode.Uri): SettingValue<N> {
  return readSetting(name, vscode.workspace.getConfiguration('codeReview', scope).get<unknown>(name));
}

/** A setting of the editor or of another extension. */
function readOther<T>(section: string, name: string, fallback: T): T {
  return vscode.workspace.getConfiguration(section).get<T>(name) ?? fallback;
}

/** What names a tool; two of one name are one. */
export function nameOfTool(tool: unknown): unknown {
  return typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
}
