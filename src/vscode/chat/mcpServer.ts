import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';

declare module 'vscode' {
  /** Only in Cursor, which has no `lm.registerMcpServerDefinitionProvider`. */
  export const cursor: { readonly mcp?: CursorMcp } | undefined;
}

interface CursorMcp {
  registerServer(config: {
    readonly name: string;
    readonly server: { readonly command: string; readonly args: string[]; readonly env: Record<string, string> };
  }): void;
  unregisterServer(name: string): void;
}

interface Options {
  /** Path of the service's bundle. */
  readonly script: string;
  readonly version: string;
  /** Finds the absolute path of git. */
  readonly gitExecutable: () => Promise<string>;
  /** Called when an agent of the editor starts the server. */
  readonly onStart: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const name = 'code-review';
// The editor's own program, which runs as Node with it.
const env = { ELECTRON_RUN_AS_NODE: '1' };

/**
 * Offers the MCP server to the agents of this editor. It is started when one first uses it. An editor that refuses it
 * still reviews.
 */
export function registerMcpServer(options: Options): Disposable {
  const owned = new DisposableStore();
  try {
    offer(options, owned);
  } catch (error) {
    options.onError(error);
  }
  return owned;
}

function offer({ script, version, gitExecutable, onStart, onError }: Options, owned: DisposableStore): void {
  const args = (): string[] => [script, 'mcp', ...folders().flatMap(({ fsPath }) => ['--root', fsPath])];
  const onChange = (change: () => void): void => {
    owned.add(vscode.workspace.onDidChangeWorkspaceFolders(change));
    owned.add(vscode.workspace.onDidGrantWorkspaceTrust(change));
  };
  const cursor = vscode.cursor?.mcp;
  if (cursor !== undefined) {
    const renew = (): void => {
      cursor.unregisterServer(name);
      if (isOffered()) cursor.registerServer({ name, server: { command: process.execPath, args: args(), env } });
    };
    owned.add({ dispose: () => cursor.unregisterServer(name) });
    renew();
    onChange(renew);
    return;
  }
  // Editors built on an older VS Code have none.
  if (!('registerMcpServerDefinitionProvider' in vscode.lm)) return;
  const changed = owned.add(new vscode.EventEmitter<void>());
  onChange(() => changed.fire());
  const provider: vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () => {
      if (!isOffered()) return [];
      const server = new vscode.McpStdioServerDefinition('Code Review', process.execPath, args(), env, version);
      const [first] = folders();
      if (first !== undefined) server.cwd = first;
      return [server];
    },
    resolveMcpServerDefinition: async server => {
      onStart().catch(onError);
      server.env = { ...server.env, CODE_REVIEW_GIT: await gitExecutable() };
      return server;
    },
  };
  owned.add(vscode.lm.registerMcpServerDefinitionProvider('codeReview.mcp', provider));
}

/** Without trust no git runs, and without a folder there is nothing to review. */
function isOffered(): boolean {
  return vscode.workspace.isTrusted && folders().length > 0;
}

function folders(): vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? [uri] : []));
}
