import * as vscode from 'vscode';
import { defaultNetwork, type NetworkSettings } from '../../core/protocol/networkSettings.ts';
import type { ModelSettings } from '../../core/protocol/reviewerSettings.ts';
import { readSetting, type SettingName, type SettingValue } from '../../core/protocol/settingKinds.ts';
import type { Severity } from '../../core/review/severity.ts';
import type { IgnoreRule } from '../../core/review/ignoreRules.ts';
import { scopesOf } from './scopedLists.ts';

/** The folder whose settings count for a file. Without a workspace file they are the same for all files. */
export function settingsFolder(uri: vscode.Uri): vscode.WorkspaceFolder | undefined {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  return workspaceFile === undefined ? workspaceFolders?.[0] : vscode.workspace.getWorkspaceFolder(uri);
}

/** The extension's current settings. They are declared in package.json, and their types in `settingKinds`. */
export const settings = {
  /** Address of the hosted service; empty means the embedded one. */
  get baseUrl(): string {
    return read('baseUrl').trim();
  },

  /** Providers of git hosts that cannot be recognized by name. */
  get hosts(): Readonly<Record<string, string>> {
    return read('hosts');
  },

  /** How findings of a file are shown. */
  showAs(uri: vscode.Uri): 'threads' | 'diagnostics' | 'both' {
    return read('showAs', uri);
  },

  /** The rules that hide findings in a folder, or those without a folder. */
  shown(folder: vscode.WorkspaceFolder | undefined): {
    readonly minimumSeverity: Severity;
    readonly ignore: readonly IgnoreRule[];
  } {
    const ignore = scopesOf('ignore', folder).flatMap(({ value }) => settings.ignoredIn(value));
    return { minimumSeverity: read('minimumSeverity', folder?.uri), ignore };
  },

  /** Parses the value of `codeReview.ignore` in one scope. */
  ignoredIn(value: unknown): readonly IgnoreRule[] {
    return readSetting('ignore', value);
  },

  /** Whether findings have a code lens. */
  codeLens(uri: vscode.Uri): boolean {
    return read('codeLens', uri);
  },

  /** Whether to review a branch again after a push. */
  get reviewsOnPush(): boolean {
    return read('autoReview') === 'onPush';
  },

  /** Requests that a key may make in an hour by the account's plan (docs/api.md). */
  get requestsPerHour(): number {
    const plan = read('plan');
    if (plan === 'Enterprise') return read('requestsPerHour') ?? 1_000;
    return plan === 'Pro' ? 1_000 : 100;
  },

  /** The unchecked entries of `codeReview.tools`. Those of the workspace replace the user's with the same name. */
  get tools(): unknown {
    const values = scopesOf('tools', undefined).map(({ value }) => value ?? []);
    // The service says what is wrong with it.
    const wrong = values.find(value => !Array.isArray(value));
    if (wrong !== undefined) return wrong;
    return (values as (readonly unknown[])[]).reduce((wider, own) => {
      const names = new Set(own.map(toolName));
      return [...wider.filter(tool => !names.has(toolName(tool))), ...own];
    });
  },

  /** Address and name of a language model; empty strings if not set. */
  get modelAddress(): { readonly url: string; readonly name: string } {
    return { url: read('model.url').trim(), name: read('model.name').trim() };
  },

  get modelLimits(): ModelSettings['limits'] {
    return {
      effort: read('model.effort'),
      tokensPerCall: read('model.tokensPerCall'),
      calls: read('model.callsPerReview'),
      price: read('model.price'),
      costPerReview: read('model.costPerReview'),
      findingsPerFile: read('model.findingsPerFile'),
      findingsPerReview: read('model.findingsPerReview'),
    };
  },

  /** Number of days for which the embedded service keeps reviews. */
  get keepDays(): number {
    return read('keepDays');
  },

  /** Stores the address in the user settings: a workspace must not decide where code and keys are sent. */
  async setModelAddress(url: string, name: string): Promise<void> {
    const configuration = vscode.workspace.getConfiguration('codeReview');
    await configuration.update('model.url', url, vscode.ConfigurationTarget.Global);
    await configuration.update('model.name', name, vscode.ConfigurationTarget.Global);
  },

  /** VS Code's own network settings, which a workspace cannot set. */
  get network(): NetworkSettings {
    // VS Code returns whatever the settings file contains.
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

  /** Paths of the setting `git.path`, in order. */
  get gitPaths(): readonly string[] {
    const configured = readOther<unknown>('git', 'path', null);
    const all: readonly unknown[] = Array.isArray(configured) ? configured : [configured];
    return all.filter(each => typeof each === 'string' && each !== '') as string[];
  },

  /** Stores the address in the user settings: a workspace must not decide where keys are sent. */
  async setBaseUrl(value: string): Promise<void> {
    const target = vscode.ConfigurationTarget.Global;
    await vscode.workspace.getConfiguration('codeReview').update('baseUrl', value === '' ? undefined : value, target);
  },
};

function read<N extends SettingName>(name: N, scope?: vscode.Uri): SettingValue<N> {
  return readSetting(name, vscode.workspace.getConfiguration('codeReview', scope).get<unknown>(name));
}

/** Reads a setting of the editor or of another extension. */
function readOther<T>(section: string, name: string, fallback: T): T {
  return vscode.workspace.getConfiguration(section).get<T>(name) ?? fallback;
}

/** Returns the name of an unchecked tool entry. Entries with the same name are the same tool. */
export function toolName(tool: unknown): unknown {
  return typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
}
