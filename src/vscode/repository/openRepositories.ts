import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { CodeReviewError } from '../../core/base/errors.ts';
import { Emitter, type Event } from '../../core/base/events.ts';
import { t } from '../../core/base/l10n.ts';
import type { EditorFolder } from '../../core/system/editorPaths.ts';
import { virtualWorkspaceProblem } from '../../core/system/machineName.ts';
import type { ServedRepository } from '../../core/protocol/serviceMessages.ts';
import type { Git } from '../../git/run/git.ts';
import type { GitConfig } from '../../git/repository/config.ts';
import type { RepositoryIdentity } from '../../git/repository/identifyRepository.ts';
import { editorPaths } from '../../git/repository/editorPaths.ts';
import type { WorkingCopy } from '../../git/repository/workingCopy.ts';
import { settings } from '../platform/settings.ts';
import { localFolders } from './localFolders.ts';

/** A git repository that is open in this window, as it is checked out now. */
export interface OpenRepository {
  readonly copy: WorkingCopy;
  readonly config: GitConfig;
  readonly identity: RepositoryIdentity;
  /** Path of its top folder as the editor spells it. */
  readonly folder: string;
}

const settleMilliseconds = 200;

/**
 * The git repositories of this window's folders. Read when first asked for and again after HEAD, the reflog or the
 * configuration changed; runs no git in a folder that is not trusted.
 */
export class OpenRepositories implements Disposable {
  readonly #git: Git;
  readonly #owned = new DisposableStore();
  readonly #watchers = new Map<string, Disposable>();
  readonly #changed: Emitter<void>;
  // By spelling.
  readonly #anchors = new Map<string, EditorFolder>();
  readonly #opened = new Map<string, Promise<OpenRepository | undefined>>();
  // By root: several folders may be in one repository.
  readonly #configs = new Map<string, Promise<GitConfig>>();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(git: Git, onError: (error: unknown) => void) {
    this.#git = git;
    this.#changed = this.#owned.add(new Emitter<void>(onError));
    this.#owned.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#reread()));
    this.#owned.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#reread()));
  }

  /** Fires after a branch, a commit, a remote or the set of folders changed. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Returns the repositories of all folders, each once. */
  async all(): Promise<OpenRepository[]> {
    if (!vscode.workspace.isTrusted) return [];
    const folders = localFolders();
    const opened = await Promise.all(folders.map(folder => this.#open(folder).catch(() => undefined)));
    const byRoot = new Map(opened.filter(found => found !== undefined).map(found => [found.copy.root, found]));
    return [...byRoot.values()];
  }

  /** The repository of a file or folder. @throws CodeReviewError of kind `git`, with what to do */
  async of(fileOrFolder: string): Promise<OpenRepository | undefined> {
    return this.#open(fileOrFolder);
  }

  /** The repository of the file in the active editor; undefined where it is in none. */
  async ofActiveEditor(): Promise<OpenRepository | undefined> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (uri?.scheme !== 'file' || !vscode.workspace.isTrusted) return undefined;
    return this.#open(path.dirname(uri.fsPath)).catch(() => undefined);
  }

  /** The folders that the repositories were opened from. */
  get anchors(): readonly EditorFolder[] {
    return [...this.#anchors.values()];
  }

  /** Returns the repositories for the embedded service. */
  async served(): Promise<ServedRepository[]> {
    return (await this.all()).map(({ copy, identity }) => ({
      root: copy.root,
      fullName: identity.fullName,
      provider: identity.provider,
      webUrl: identity.webUrl,
    }));
  }

  /** Clears the cache, so that the repositories are read again on next use. */
  forget(): void {
    this.#opened.clear();
    this.#configs.clear();
  }

  dispose(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#owned.dispose();
  }

  #open(folder: string): Promise<OpenRepository | undefined> {
    return shared(this.#opened, folder, () => this.#read(folder));
  }

  async #read(folder: string): Promise<OpenRepository> {
    const { signal } = this.#stop;
    const { identifyRepository, NotARepositoryError, openWorkingCopy, readConfig } =
      await import('./repositoryReading.ts');
    const copy = await openWorkingCopy(this.#git, folder, signal).catch((error: unknown) => {
      if (NotARepositoryError.isNotARepository(error)) this.#watchFiles(folder, [[folder, '{.git,.git/HEAD}']]);
      throw error;
    });
    const anchor = await editorPaths.anchorOf(folder, copy.root);
    if (anchor !== undefined) this.#anchors.set(anchor.spelling, anchor);
    this.#watch(copy);
    const config = await shared(this.#configs, copy.root, () => readConfig(this.#git, copy.root, signal));
    const identity = await identifyRepository(this.#git, copy, { hosts: settings.hosts, config }, signal);
    return { copy, config, identity, folder: anchor?.identity === copy.root ? anchor.spelling : copy.root };
  }

  /** HEAD tells of another branch, its reflog of every commit, reset and rebase, the configuration of remotes, their refs of pushes. */
  #watch(copy: WorkingCopy): void {
    this.#watchFiles(copy.gitDir, [
      // The first commit makes the folder, and what is made in it at once may not be seen.
      [copy.gitDir, '{HEAD,logs,logs/HEAD}'],
      [copy.commonDir, '{config,refs/remotes/**}'],
    ]);
  }

  /** Watches files by their folders and names, once for each `key`. */
  #watchFiles(key: string, files: readonly (readonly [folder: string, names: string])[]): void {
    if (this.#watchers.has(key)) return;
    const watching = new DisposableStore();
    this.#watchers.set(key, watching);
    for (const [folder, names] of files) {
      const watcher = watching.add(
        vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), names)),
      );
      const changed = (): void => this.#soon();
      watching.add(watcher.onDidChange(changed));
      watching.add(watcher.onDidCreate(changed));
      watching.add(watcher.onDidDelete(changed));
    }
  }

  /** One git command touches several files; they are one change. */
  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reread(), settleMilliseconds);
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

/** Creates the error for a window without a repository. */
export function noRepository(): CodeReviewError {
  if (!vscode.workspace.isTrusted) {
    return new CodeReviewError(
      'git',
      t('This folder is in Restricted Mode, where Code Review runs no git.'),
      t('Trust the folder to review its branch.'),
    );
  }
  if (localFolders().length > 0) {
    return new CodeReviewError(
      'git',
      t('No folder of this window is in a git repository.'),
      t('Open a cloned repository, or run git init.'),
    );
  }
  const schemes = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme);
  const none = [t('No folder is open.'), t('Open the folder of a git repository first.')] as const;
  return new CodeReviewError('git', ...(virtualWorkspaceProblem(schemes) ?? none));
}
