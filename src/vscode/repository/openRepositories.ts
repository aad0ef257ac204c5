import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import type { EditorFolder } from '../../core/system/editorPaths.ts';
import type { ServedRepository } from '../../core/protocol/serviceMessages.ts';
import type { Git } from '../../git/run/git.ts';
import type { GitConfig } from '../../git/repository/config.ts';
import type { RepositoryIdentity } from '../../git/repository/identifyRepository.ts';
import { editorPaths } from '../../git/repository/editorPaths.ts';
import type { WorkingCopy } from '../../git/repository/workingCopy.ts';
import { settings } from '../platform/settings.ts';
import { FoundBelow, type RepositoryBelow } from './foundBelow.ts';
import { RepositoryWatches } from './watches/repositoryWatches.ts';
import { localFolders } from './localFolders.ts';
import { spelledBelow } from './windowFolders.ts';

/** A git repository that is open in this window, as it is checked out now. */
export interface OpenRepository {
  readonly copy: WorkingCopy;
  readonly config: GitConfig;
  readonly identity: RepositoryIdentity;
  /** Path of its top folder as the editor spells it. */
  readonly folder: string;
}

/**
 * The git repositories of this window's folders, and those that an editor or a command has led to. Read when first asked
 * for and again after HEAD, the reflog or the configuration changed; runs no git where the workspace is not trusted.
 */
export class OpenRepositories implements Disposable {
  readonly #git: Git;
  readonly #owned = new DisposableStore();
  readonly #changed: Emitter<void>;
  readonly #visitedMore: Emitter<void>;
  // Folders by root, of the repositories that an editor or a command has led to.
  readonly #visited = new Map<string, string>();
  // By spelling.
  readonly #anchors = new Map<string, EditorFolder>();
  readonly #opened = new Map<string, Promise<OpenRepository | undefined>>();
  // By root: several folders may be in one repository.
  readonly #configs = new Map<string, Promise<GitConfig>>();
  readonly #watches = this.#owned.add(new RepositoryWatches(() => this.#reread()));
  readonly #found = this.#owned.add(new FoundBelow(() => this.#watches.soon()));
  readonly #stop = new AbortController();

  constructor(git: Git, onError: (error: unknown) => void) {
    this.#git = git;
    this.#changed = this.#owned.add(new Emitter<void>(onError));
    this.#visitedMore = this.#owned.add(new Emitter<void>(onError));
    this.#owned.add(
      vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => void this.#leave(removed).catch(onError)),
    );
    this.#owned.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#reread()));
  }

  /** Fires after a branch, a commit, a remote or the set of folders changed. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Fires when an editor or a command leads to a repository for the first time. */
  get onDidVisit(): Event<void> {
    return this.#visitedMore.event;
  }

  /** Returns the repositories of all folders, then those that an editor or a command has led to, each once. */
  async all(): Promise<OpenRepository[]> {
    return this.#openAll([...localFolders(), ...this.#visited.values()]);
  }

  /** Returns the repositories that the window's folders are in, each once. */
  async ofFolders(): Promise<OpenRepository[]> {
    return this.#openAll(localFolders());
  }

  /** Returns the repositories that the editor has found below folders that are in none. */
  async below(): Promise<RepositoryBelow[]> {
    if (!vscode.workspace.isTrusted) return [];
    const inNone = localFolders().map(folder =>
      this.#open(folder).then(
        () => [],
        () => [folder],
      ),
    );
    return this.#found.below((await Promise.all(inNone)).flat());
  }

  /** The repository of a file or folder. @throws CodeReviewError of kind `git`, with what to do */
  async of(fileOrFolder: string): Promise<OpenRepository | undefined> {
    return this.#open(fileOrFolder);
  }

  /** The repository of a file or folder, which is one of the window's from now on. @throws CodeReviewError of kind `git`, with what to do */
  async visit(fileOrFolder: string): Promise<OpenRepository | undefined> {
    const found = await this.#open(fileOrFolder);
    if (found === undefined || this.#visited.has(found.copy.root)) return found;
    this.#visited.set(found.copy.root, found.folder);
    this.#visitedMore.fire();
    return found;
  }

  /** The repository of the file in the active editor, which is one of the window's from now on; undefined where it is in none. */
  async ofActiveEditor(): Promise<OpenRepository | undefined> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (uri?.scheme !== 'file' || !vscode.workspace.isTrusted) return undefined;
    return this.visit(path.dirname(uri.fsPath)).catch(() => undefined);
  }

  /** Visits those repositories again that are below a folder of the window. @param roots real paths of their top folders */
  async revisit(roots: readonly string[]): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    const left = roots.filter(root => !this.#visited.has(root));
    const folders = await Promise.all(left.map(root => spelledBelow(root, localFolders())));
    const found = folders.filter(folder => folder !== undefined);
    await Promise.all(found.map(folder => this.visit(folder).catch(() => undefined)));
  }

  /** The folders that the repositories were opened from. */
  get anchors(): readonly EditorFolder[] {
    return [...this.#anchors.values()];
  }

  /** Returns the repositories for the embedded service. */
  async served(): Promise<ServedRepository[]> {
    const own = new Set((await this.ofFolders()).map(({ copy }) => copy.root));
    const served = (await this.all()).map(async ({ copy: { root }, identity }): Promise<ServedRepository> => {
      const { fullName, provider, webUrl } = identity;
      const isTrusted = own.has(root) || (await spelledBelow(root, localFolders())) !== undefined;
      return { root, fullName, provider, webUrl, ...(!isTrusted && { isOutside: true }) };
    });
    return Promise.all(served);
  }

  /** Clears the cache, so that the repositories are read again on next use. */
  forget(): void {
    this.#opened.clear();
    this.#configs.clear();
  }

  dispose(): void {
    this.#stop.abort();
    this.#owned.dispose();
  }

  async #openAll(folders: readonly string[]): Promise<OpenRepository[]> {
    if (!vscode.workspace.isTrusted) return [];
    const opened = await Promise.all(folders.map(folder => this.#open(folder).catch(() => undefined)));
    const found = opened.filter(each => each !== undefined);
    return [...Map.groupBy(found, ({ copy }) => copy.root).values()].flatMap(([first]) => first ?? []);
  }

  /** Forgets what editors and commands have led to in folders that were removed, until one leads there again. */
  async #leave(removed: readonly vscode.WorkspaceFolder[]): Promise<void> {
    this.forget();
    for (const folder of localFolders(removed)) {
      const root = (await this.#open(folder).catch(() => undefined))?.copy.root;
      const place = (await editorPaths.identityOf(folder)) ?? folder;
      for (const visited of this.#visited.keys())
        if (visited === root || editorPaths.within(place, visited) !== undefined) this.#visited.delete(visited);
    }
    this.#reread();
  }

  #open(folder: string): Promise<OpenRepository | undefined> {
    return shared(this.#opened, folder, () => this.#read(folder));
  }

  async #read(folder: string): Promise<OpenRepository> {
    const { signal } = this.#stop;
    const { identifyRepository, NotARepositoryError, openWorkingCopy, readConfig } =
      await import('./repositoryReading.ts');
    const copy = await openWorkingCopy(this.#git, folder, signal).catch((error: unknown) => {
      if (NotARepositoryError.isNotARepository(error)) this.#watches.expect(folder);
      throw error;
    });
    const anchor = await editorPaths.anchorOf(folder, copy.root);
    if (anchor !== undefined) this.#anchors.set(anchor.spelling, anchor);
    this.#watches.follow(copy);
    const config = await shared(this.#configs, copy.root, () => readConfig(this.#git, copy.root, signal));
    const identity = await identifyRepository(this.#git, copy, { hosts: settings.hosts, config }, signal);
    return { copy, config, identity, folder: anchor?.identity === copy.root ? anchor.spelling : copy.root };
  }

  #reread(): void {
    this.forget();
    this.#changed.fire();
  }
}

/** Reads what is asked for several times once; a failure is told each time, not remembered. */
function shared<T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  found.catch(() => known.get(key) === found && known.delete(key));
  return found;
}
