import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../core/base/disposable.ts';
import type { WorkingCopy } from '../../../git/repository/workingCopy.ts';

const settleMilliseconds = 200;

/** Watches the files that tell of another branch, commit or remote. */
export class RepositoryWatches implements Disposable {
  readonly #changed: () => void;
  readonly #watchers = new Map<string, Disposable>();
  #timer: NodeJS.Timeout | undefined;

  /** @param changed called once for what happens at once */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** HEAD tells of another branch, its reflog of every commit, reset and rebase, what names their branch of a rebase that was given up, the configuration of remotes, their refs of pushes. */
  follow({ gitDir, commonDir }: WorkingCopy): void {
    this.#watch(gitDir, [
      // The first commit makes the folder, and what is made in it at once may not be seen.
      [gitDir, '{HEAD,logs,logs/HEAD,rebase-merge,rebase-apply,BISECT_START}'],
      [commonDir, '{config,refs/remotes/**}'],
    ]);
  }

  /** Waits for a repository to be made in a folder that is in none. */
  expect(folder: string): void {
    this.#watch(folder, [[folder, '{.git,.git/HEAD}']]);
  }

  /** One git command touches several files; they are one change. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#changed, settleMilliseconds);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.dispose();
  }

  /** Watches files by their folders and names, once for each `key`. */
  #watch(key: string, files: readonly (readonly [folder: string, names: string])[]): void {
    if (this.#watchers.has(key)) return;
    const watching = new DisposableStore();
    this.#watchers.set(key, watching);
    for (const [folder, names] of files) {
      const watcher = watching.add(
        vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), names)),
      );
      const changed = (): void => this.soon();
      watching.add(watcher.onDidChange(changed));
      watching.add(watcher.onDidCreate(changed));
      watching.add(watcher.onDidDelete(changed));
    }
  }
}
