import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/disposable.ts';
import { editorPaths } from '../../../git/repository/editorPaths.ts';
import { readApi, type EditorRepository } from '../editorGit.ts';

const settleMilliseconds = 300;

/**
 * Tells that files of a working copy may have changed on disk, by whatever program: the editor's own git has looked through
 * it, or a document was saved. Listens from when it is first told which ones to follow, and asks nothing by itself.
 */
export class WorkWatch implements Disposable {
  readonly #changed: (root: string) => void;
  readonly #onError: (error: unknown) => void;
  readonly #owned = new DisposableStore();
  readonly #repositories = new Map<EditorRepository, Disposable>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #roots: readonly string[] = [];
  #isListening = false;
  #isDisposed = false;

  /** @param changed called with the top folder of a working copy, once for what happens at once */
  constructor(changed: (root: string) => void, onError: (error: unknown) => void) {
    this.#changed = changed;
    this.#onError = onError;
  }

  /** @param roots real paths of the top folders to follow from now on, in place of those before */
  follow(roots: readonly string[]): void {
    this.#roots = roots;
    if (this.#isListening || roots.length === 0) return;
    this.#isListening = true;
    this.#owned.add(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (uri.scheme === 'file' && this.#roots.length > 0) void this.#saved(uri.fsPath).catch(this.#onError);
      }),
    );
    void this.#listen().catch(this.#onError);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const listening of this.#repositories.values()) listening.dispose();
    this.#owned.dispose();
  }

  async #listen(): Promise<void> {
    const git = await readApi();
    if (git === undefined || this.#isDisposed) return;
    this.#owned.add(git.onDidOpenRepository(repository => this.#hear(repository)));
    this.#owned.add(
      git.onDidCloseRepository(repository => {
        this.#repositories.get(repository)?.dispose();
        this.#repositories.delete(repository);
      }),
    );
    for (const repository of git.repositories) this.#hear(repository);
  }

  #hear(repository: EditorRepository): void {
    if (this.#repositories.has(repository)) return;
    const root = editorPaths.identityOf(repository.rootUri.fsPath);
    const looked = async (): Promise<void> => this.#soon((await root) ?? '');
    this.#repositories.set(
      repository,
      repository.state.onDidChange(() => void looked().catch(this.#onError)),
    );
  }

  async #saved(file: string): Promise<void> {
    const identity = (await editorPaths.identityOf(file)) ?? file;
    for (const root of this.#roots) if (editorPaths.within(root, identity) !== undefined) this.#soon(root);
  }

  #soon(root: string): void {
    if (this.#isDisposed || !this.#roots.includes(root)) return;
    clearTimeout(this.#timers.get(root));
    const tell = (): void => {
      this.#timers.delete(root);
      this.#changed(root);
    };
    this.#timers.set(root, setTimeout(tell, settleMilliseconds));
  }
}
