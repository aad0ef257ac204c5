import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import type * as vscode from 'vscode';
import { typedInto } from './quickPick.ts';

type DocumentListener = (document: vscode.TextDocument) => void;

const nobody: DocumentListener = () => undefined;

type Choose = (items: readonly vscode.QuickPickItem[], title: string, placeHolder: string | undefined) => unknown;

class ThemeIcon {
  static readonly File = {};
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

/** The editor before a test. */
const untouched = () => ({
  isTrusted: true,
  isFocused: true,
  folders: [] as string[],
  /** Who is told that other folders are open. */
  folderListeners: [] as ((event: { readonly removed: readonly { readonly uri: vscode.Uri }[] }) => void)[],
  /** Who is told that the window has the focus. */
  focusListeners: [] as ((state: { readonly focused: boolean }) => void)[],
  /** Of the folders' URIs. */
  scheme: 'file',
  activeFile: undefined as string | undefined,
  /** Paths of the documents that are open, as the editor spells them. */
  documents: [] as string[],
  /** Paths of those that are in sight. */
  visible: [] as string[],
  /** Decodes what is not UTF-8. */
  decode: (bytes: Uint8Array): Promise<string> => Promise.resolve(Buffer.from(bytes).toString('latin1')),
  encode: (text: string): Promise<Uint8Array> => Promise.resolve(Buffer.from(text)),
  /** What is typed into them and not saved, by path. */
  unsaved: {} as Record<string, string>,
  /** Tells that another file is active. */
  activeChanged: (): void => undefined,
  opened: nobody,
  closed: nobody,
  saved: nobody,
  /** What the settings files hold, by the section and the name; a folder's own are those of a workspace of several. */
  settings: { user: {}, workspace: {}, folder: {} } as Record<'user' | 'workspace' | 'folder', Record<string, unknown>>,
  workspaceFile: undefined as unknown,
  /** Presses the first button of the next message that has it. */
  press: undefined as string | undefined,
  /** Extensions by their id. */
  extensions: new Map<string, unknown>(),
  tools: new Map<string, vscode.LanguageModelTool<object>>(),
  commands: new Map<string, (...args: unknown[]) => unknown>(),
  /** What makes the rows of views, by the view's id. */
  trees: new Map<string, vscode.TreeDataProvider<unknown>>(),
  /** The file system that was registered last. */
  files: undefined as vscode.FileSystemProvider | undefined,
  /** The provider of MCP servers that was registered last. */
  mcp: undefined as unknown,
  /** What Cursor registers MCP servers with. */
  cursorMcp: undefined as unknown,
  /** All that was told in messages. */
  told: [] as string[],
  /** Presses Cancel of the progress that was shown last. */
  cancel: (): void => undefined,
  /** Chooses from a list; without it no list can be shown. */
  pick: undefined as Choose | undefined,
  /** What is typed into a list before. */
  typed: '',
  /** Types into an input box; nothing as if it was dismissed. */
  type: (): string | undefined => undefined,
  /** Groups of tabs. */
  tabGroups: [] as {
    readonly activeTab: { readonly input: unknown };
    readonly tabs?: readonly { readonly input: unknown }[];
  }[],
  /** Tabs that were closed. */
  closedTabs: [] as { readonly input: unknown }[],
  /** Commands that were run, with their arguments. */
  ran: [] as unknown[][],
  /** Ids of commands that other extensions have registered. */
  commandsOfOthers: [] as string[],
  /** Addresses that were opened outside of the editor. */
  external: [] as string[],
  /** The view and the status bar item that were made last. */
  view: { badge: undefined as vscode.ViewBadge | undefined, message: undefined as string | undefined },
  statusBarItem: { text: '', tooltip: '', isShown: false },
  /** What the Problems panel has of every file, and what is told when that changes. */
  problems: [] as { readonly severity: number }[],
  /** How many files it was given the problems of, each time. */
  given: [] as number[],
  /** What makes threads of comments. */
  comments: undefined as unknown,
  problemsChanged: (() => undefined) as (event: { readonly uris: readonly vscode.Uri[] }) => void,
});

/** As much of the editor as the code that looks for repositories and places findings asks for; nothing happens in it. */
export const editor = untouched();

const nothing = { dispose: (): void => undefined };
const never = (): typeof nothing => nothing;

const uriOf = (fsPath: string, scheme = 'file'): vscode.Uri =>
  ({ scheme, fsPath, path: fsPath, toString: () => `file://${fsPath}` }) as unknown as vscode.Uri;

const documentOf = (fsPath: string): unknown => ({
  uri: uriOf(fsPath),
  getText: () => editor.unsaved[fsPath] ?? readFileSync(fsPath, 'utf8'),
  isDirty: editor.unsaved[fsPath] !== undefined,
});

/** Opens a document, as a person would. */
export function openDocument(fsPath: string): void {
  editor.documents.push(fsPath);
  editor.opened(documentOf(fsPath) as vscode.TextDocument);
}

/** Opens these folders in the place of those that were open. */
export function changeFolders(...folders: string[]): void {
  const removed = editor.folders.filter(each => !folders.includes(each)).map(each => ({ uri: uriOf(each) }));
  editor.folders = folders;
  for (const listener of editor.folderListeners) listener({ removed });
}

/** Tells that a document was saved. */
export function saveDocument(fsPath: string): void {
  editor.saved(documentOf(fsPath) as vscode.TextDocument);
}

export function closeDocument(fsPath: string): void {
  editor.documents = editor.documents.filter(each => each !== fsPath);
  editor.closed(documentOf(fsPath) as vscode.TextDocument);
}

const tell = (message: string, ...buttons: unknown[]): Promise<string | undefined> => {
  editor.told.push(message);
  const { press } = editor;
  if (press === undefined || !buttons.includes(press)) return Promise.resolve(undefined);
  editor.press = undefined;
  return Promise.resolve(press);
};

const scopes = ['user', 'workspace', 'folder'] as const;

/** Settings as the editor merges them: the value of the narrowest scope that has one. */
const configurationOf = (section: string): unknown => {
  const valueIn = (scope: (typeof scopes)[number], name: string): unknown =>
    editor.settings[scope][`${section}.${name}`];
  return {
    get: (name: string, fallback?: unknown): unknown =>
      scopes.reduce<unknown>((wider, scope) => valueIn(scope, name) ?? wider, undefined) ?? fallback,
    inspect: (name: string): unknown => ({
      globalValue: valueIn('user', name),
      workspaceValue: valueIn('workspace', name),
      workspaceFolderValue: valueIn('folder', name),
    }),
    update: async (name: string, value: unknown, target: number): Promise<void> => {
      // The file is written first.
      await Promise.resolve();
      const values = editor.settings[scopes[target - 1] ?? 'user'];
      if (value === undefined) Reflect.deleteProperty(values, `${section}.${name}`);
      else values[`${section}.${name}`] = value;
    },
  };
};

const stand = {
  Uri: {
    file: (fsPath: string) => uriOf(fsPath),
    from: (parts: object): unknown => parts,
    // Also of what a test has in the place of an address.
    joinPath: ({ fsPath = '' }: Partial<vscode.Uri>, ...names: string[]) => uriOf(path.join(fsPath, ...names)),
    parse: (text: string) => ({ toString: () => text }),
  },
  FileSystemError: { FileNotFound: () => new Error('FileNotFound') },
  ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 },
  RelativePattern: Object,
  ProgressLocation: { Notification: 15 },
  QuickPickItemKind: { Separator: -1 },
  WorkspaceEdit: class {
    readonly replace = (): void => undefined;
  },
  TextEditorRevealType: { AtTop: 3 },
  EndOfLine: { LF: 1, CRLF: 2 },
  Range: class {
    readonly start: object;
    readonly end: object;
    constructor(line: number, character: number, endLine: number, endCharacter: number) {
      this.start = { line, character };
      this.end = { line: endLine, character: endCharacter };
    }
  },
  languages: {
    getDiagnostics: () => editor.problems,
    createDiagnosticCollection: () => ({
      set: (entries: readonly unknown[]): number => editor.given.push(entries.length),
      ...nothing,
    }),
    onDidChangeDiagnostics: (listener: typeof editor.problemsChanged): typeof nothing => {
      editor.problemsChanged = listener;
      return nothing;
    },
  },
  comments: { createCommentController: (): unknown => editor.comments },
  CommentMode: { Preview: 1 },
  CommentThreadCollapsibleState: { Collapsed: 0, Expanded: 1 },
  CommentThreadState: { Unresolved: 0, Resolved: 1 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  StatusBarAlignment: { Left: 1 },
  ViewColumn: { Active: -1 },
  FileDecoration: class {
    readonly badge: string;
    readonly tooltip: string;
    readonly color: unknown;
    constructor(badge: string, tooltip: string, color: unknown) {
      [this.badge, this.tooltip, this.color] = [badge, tooltip, color];
    }
  },
  ThemeIcon,
  ThemeColor: Object,
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  TreeItem: class {
    readonly label: string;
    constructor(label: string) {
      this.label = label;
    }
  },
  MarkdownString: Object,
  l10n: { bundle: undefined },
  LanguageModelTextPart: class {
    readonly value: string;
    constructor(value: string) {
      this.value = value;
    }
  },
  LanguageModelToolResult: class {
    readonly content: unknown;
    constructor(content: unknown) {
      this.content = content;
    }
  },
  extensions: { getExtension: (id: string): unknown => editor.extensions.get(id) },
  env: {
    remoteName: undefined as string | undefined,
    openExternal: (uri: vscode.Uri): Promise<boolean> => {
      editor.external.push(uri.toString());
      return Promise.resolve(true);
    },
  },
  McpStdioServerDefinition: class {
    readonly command: string;
    readonly args: readonly string[];
    env: object;
    constructor(_label: string, command: string, args: readonly string[], env: object) {
      [this.command, this.args, this.env] = [command, args, env];
    }
  },
  EventEmitter: class {
    readonly event = never;
    readonly fire = (): void => undefined;
    readonly dispose = (): void => undefined;
  },
  cursor: {
    get mcp(): unknown {
      return editor.cursorMcp;
    },
  },
  lm: {
    registerMcpServerDefinitionProvider: (_id: string, provider: unknown): typeof nothing => {
      editor.mcp = provider;
      return nothing;
    },
    registerTool: (name: string, tool: unknown): typeof nothing => {
      editor.tools.set(name, tool as vscode.LanguageModelTool<object>);
      return nothing;
    },
  },
  workspace: {
    get isTrusted(): boolean {
      return editor.isTrusted;
    },
    get workspaceFolders(): unknown {
      if (editor.folders.length === 0) return undefined;
      return editor.folders.map(folder => ({ uri: uriOf(folder, editor.scheme) }));
    },
    get textDocuments(): unknown {
      return editor.documents.map(documentOf);
    },
    get workspaceFile(): unknown {
      return editor.workspaceFile;
    },
    getWorkspaceFolder: (uri: vscode.Uri): unknown => {
      const folder = editor.folders.find(each => uri.fsPath.startsWith(`${each}/`));
      return folder === undefined ? undefined : { uri: uriOf(folder), name: folder.slice(folder.lastIndexOf('/') + 1) };
    },
    getConfiguration: configurationOf,
    applyEdit: (): Promise<boolean> => Promise.resolve(true),
    asRelativePath: ({ fsPath }: vscode.Uri): string => path.basename(fsPath),
    decode: (bytes: Uint8Array): Promise<string> => editor.decode(bytes),
    encode: (text: string): Promise<Uint8Array> => editor.encode(text),
    openTextDocument: ({ fsPath }: vscode.Uri): Promise<unknown> =>
      editor.documents.includes(fsPath)
        ? Promise.resolve(documentOf(fsPath))
        : Promise.reject(new Error(`${fsPath} is no text.`)),
    createFileSystemWatcher: () => ({ ...nothing, onDidChange: never, onDidCreate: never, onDidDelete: never }),
    registerFileSystemProvider: (_scheme: string, files: vscode.FileSystemProvider): typeof nothing => {
      editor.files = files;
      return nothing;
    },
    registerTextDocumentContentProvider: never,
    onDidChangeWorkspaceFolders: (listener: (typeof editor.folderListeners)[number]): typeof nothing => {
      editor.folderListeners.push(listener);
      return nothing;
    },
    onDidGrantWorkspaceTrust: never,
    onDidChangeTextDocument: never,
    onDidChangeConfiguration: never,
    onDidOpenTextDocument: (listener: DocumentListener): typeof nothing => {
      editor.opened = listener;
      return nothing;
    },
    onDidCloseTextDocument: (listener: DocumentListener): typeof nothing => {
      editor.closed = listener;
      return nothing;
    },
    onDidSaveTextDocument: (listener: DocumentListener): typeof nothing => {
      editor.saved = listener;
      return nothing;
    },
    onDidRenameFiles: never,
  },
  commands: {
    registerCommand: (id: string, run: (...args: unknown[]) => unknown): typeof nothing => {
      editor.commands.set(id, run);
      return nothing;
    },
    getCommands: (): Promise<string[]> => Promise.resolve(editor.commandsOfOthers),
    executeCommand: (...command: unknown[]): Promise<void> => {
      editor.ran.push(command);
      return Promise.resolve();
    },
  },
  TabInputTextDiff: class {
    readonly original: vscode.Uri;
    readonly modified: vscode.Uri;

    constructor(original: vscode.Uri, modified: vscode.Uri) {
      this.original = original;
      this.modified = modified;
    }
  },
  window: {
    setStatusBarMessage: (message: string): void => void editor.told.push(message),
    get state(): vscode.WindowState {
      return { focused: editor.isFocused, active: true };
    },
    get tabGroups(): unknown {
      const close = (tabs: typeof editor.closedTabs): Promise<boolean> => {
        editor.closedTabs.push(...tabs);
        return Promise.resolve(true);
      };
      return { all: editor.tabGroups, activeTabGroup: editor.tabGroups[0] ?? { activeTab: undefined }, close };
    },
    showInformationMessage: tell,
    showWarningMessage: tell,
    showErrorMessage: tell,
    showInputBox: () => Promise.resolve(editor.type()),
    withProgress: (
      { title }: { title?: string },
      task: (progress: unknown, token: { onCancellationRequested: unknown }) => Promise<unknown>,
    ): Promise<unknown> => {
      const report = ({ message }: { message: string }): unknown => editor.told.push(message);
      if (title !== undefined) editor.told.push(title);
      const onCancellationRequested = (listener: () => void): typeof nothing => {
        editor.cancel = listener;
        return nothing;
      };
      return task({ report }, { onCancellationRequested });
    },
    createQuickPick: () => {
      type Listener = (typed: string) => void;
      const listeners: Record<'changed' | 'accepted' | 'hidden', Listener> = {
        changed: () => undefined,
        accepted: () => undefined,
        hidden: () => undefined,
      };
      const picker = {
        items: [] as readonly vscode.QuickPickItem[],
        get selectedItems(): readonly vscode.QuickPickItem[] {
          return picker.items.slice(0, 1);
        },
        onDidChangeValue: (listener: Listener) => (listeners.changed = listener),
        onDidAccept: (listener: Listener) => (listeners.accepted = listener),
        onDidHide: (listener: Listener) => (listeners.hidden = listener),
        show: (): void => {
          const typed = editor.type();
          for (const listener of typed === undefined ? [listeners.hidden] : [listeners.changed, listeners.accepted])
            listener(typed ?? '');
        },
        dispose: (): void => undefined,
      };
      return picker;
    },
    get showQuickPick(): unknown {
      const { pick, typed } = editor;
      return (
        pick &&
        (async (items: Thenable<readonly vscode.QuickPickItem[]>, options: vscode.QuickPickOptions) =>
          pick(typedInto(await items, options, typed), options.title ?? '', options.placeHolder))
      );
    },
    createTreeView: (id: string, { treeDataProvider }: vscode.TreeViewOptions<unknown>): unknown => {
      editor.trees.set(id, treeDataProvider);
      const view = {
        ...nothing,
        badge: undefined,
        message: undefined,
        onDidCollapseElement: never,
        onDidExpandElement: never,
        onDidChangeVisibility: never,
        onDidChangeSelection: never,
      };
      editor.view = view;
      return view;
    },
    createStatusBarItem: (): unknown => {
      const show = (isShown: boolean) => (): void => void (item.isShown = isShown);
      const item = { ...nothing, text: '', tooltip: '', isShown: false, show: show(true), hide: show(false) };
      editor.statusBarItem = item;
      return item;
    },
    registerFileDecorationProvider: never,
    onDidChangeVisibleTextEditors: never,
    onDidChangeWindowState: (listener: (typeof editor.focusListeners)[number]): typeof nothing => {
      editor.focusListeners.push(listener);
      return nothing;
    },
    onDidChangeActiveTextEditor: (listener: () => void): typeof nothing => {
      editor.activeChanged = listener;
      return nothing;
    },
    get visibleTextEditors(): unknown {
      return editor.visible.map(fsPath => ({ document: documentOf(fsPath) }));
    },
    get activeTextEditor(): unknown {
      return editor.activeFile === undefined ? undefined : { document: { uri: uriOf(editor.activeFile) } };
    },
  },
};

/** Lets modules of the editor's room be imported without an editor, from then on for the whole process, and sets the editor back. */
export function standInForEditor(): void {
  // Files of tests share a process, and what one of them leaves behind is not the next one's.
  Object.assign(editor, untouched());
  if ('standInForEditor' in globalThis) return;
  Object.assign(globalThis, { standInForEditor: stand });
  const names = Object.keys(stand).map(name => `export const ${name} = globalThis.standInForEditor.${name};`);
  const url = `data:text/javascript,${encodeURIComponent(names.join('\n'))}`;
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' ? { url, shortCircuit: true } : next(specifier, context),
  });
}
