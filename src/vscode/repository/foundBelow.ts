import { DisposableStore, type Disposable } from '../../core/base/disposable.ts';
import { editorPaths } from '../../git/repository/editorPaths.ts';
import { readApi, type GitApi } from './editorGit.ts';
import { spelledBelow } from './windowFolders.ts';

/** A repository below a folder of the window, of which nothing but this was read. */
export interface RepositoryBelow {
  /** Path of its top folder as the editor spells it. */
  readonly folder: string;
  /** The checked-out branch, as far as the editor knows it. */
  readonly branch: string | undefined;
}

const longestSearch = 3_000;

/** The repositories that the editor's own git has found below folders; follows it from the first time it is asked. */
export class FoundBelow implements Disposable {
  readonly #changed: () => void;
  readonly #owned = new DisposableStore();
  #isFollowing = false;

  /** @param changed called when the editor's git has found another one, or closed one */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Those below some folders, without those in others of them, such as submodules. Runs no git. */
  async below(folders: readonly string[]): Promise<RepositoryBelow[]> {
    if (folders.length === 0) return [];
    const git = await readApi();
    if (git === undefined) return [];
    if (!this.#isFollowing) {
      this.#isFollowing = true;
      this.#owned.add(git.onDidOpenRepository(this.#changed));
      this.#owned.add(git.onDidCloseRepository(this.#changed));
    }
    await searched(git);
    const found: RepositoryBelow[] = [];
    for (const { rootUri, state } of git.repositories) {
      const folder = await spelledBelow(rootUri.fsPath, folders);
      if (folder !== undefined) found.push({ folder, branch: state.HEAD?.name });
    }
    const isInner = (inner: string, outer: string): boolean =>
      inner !== outer && editorPaths.within(outer, inner) !== undefined;
    return found
      .filter(each => !found.some(other => isInner(each.folder, other.folder)))
      .sort((a, b) => (a.folder < b.folder ? -1 : 1));
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

/** Resolves when the folders were searched for repositories, as they are when a window opens, or that takes too long. */
async function searched(git: GitApi): Promise<void> {
  if (git.state !== 'uninitialized') return;
  await new Promise<void>(resolve => {
    const ended = git.onDidChangeState(() => done());
    const timer = setTimeout(() => done(), longestSearch);
    const done = (): void => {
      ended.dispose();
      clearTimeout(timer);
      resolve();
    };
  });
}
