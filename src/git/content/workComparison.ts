import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Disposable } from '../../core/base/disposable.ts';
import { makeTemporaryFolder } from '../../files/temporaryFolder.ts';
import type { Git } from '../run/git.ts';
import { committedFiles } from './commitFacts.ts';
import { isFullHash, type WorkingCopy } from '../repository/workingCopy.ts';
import { copyIndex } from './copyIndex.ts';
import type { SnapshotKind } from './snapshot.ts';
import { look } from './workingTree.ts';

type Folder = Awaited<ReturnType<typeof makeTemporaryFolder>>;

/** What became of work since a snapshot was taken of it. */
export type WorkState =
  | 'same'
  | 'changed'
  /** Nothing like it is uncommitted any more, and no commit since has changed one of its files. */
  | 'discarded'
  /** Nothing like it is uncommitted any more, and commits since have changed some of its files. */
  | 'partlyCommitted';

const timeoutMs = 60_000;
const longestStatus = 64 << 20;
/** Snapshots that are ready to be compared with: those of the current reviews, of which a window has one or two. */
const mostIndexes = 4;
const status = ['status', '--porcelain=v2', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=dirty'];

/**
 * Says what became of the work that a snapshot was taken of. Of a snapshot of the working tree it keeps an
 * index, outside of the repository: so one `git status` tells what was changed, added and deleted since, tracked or not,
 * and what is ignored does not count.
 */
export class WorkComparison implements Disposable {
  readonly #git: Git;
  /** By snapshot, the one that was made last at the end. */
  readonly #indexes = new Map<string, Promise<Folder>>();
  readonly #folders = new Set<Folder>();
  #isDisposed = false;

  constructor(git: Git) {
    this.#git = git;
  }

  /**
   * Compares the index with a snapshot of it, or the working tree with one of that.
   * @param copy with the commit that is checked out
   * @param snapshot untrusted
   * @returns `undefined` where git cannot tell, such as of a snapshot that it has pruned
   */
  async stateOf(
    copy: Pick<WorkingCopy, 'root' | 'gitDir' | 'head'>,
    kind: SnapshotKind,
    snapshot: string,
    signal: AbortSignal,
  ): Promise<WorkState | undefined> {
    const { root, head } = copy;
    const isChanged = await this.#isChanged(copy, kind, snapshot, signal);
    if (isChanged !== true) return isChanged === false ? 'same' : undefined;
    const isClean = head !== undefined && (await this.#isChanged(copy, kind, head, signal)) === false;
    const inHead = isClean ? await committedFiles(this.#git, root, head, snapshot, signal) : undefined;
    if (inHead === undefined) return 'changed';
    return inHead.size === 0 ? 'discarded' : 'partlyCommitted';
  }

  /** Whether what is there differs from a commit; `undefined` where git cannot tell. */
  async #isChanged(
    copy: Pick<WorkingCopy, 'root' | 'gitDir'>,
    kind: SnapshotKind,
    snapshot: string,
    signal: AbortSignal,
  ): Promise<boolean | undefined> {
    if (!isFullHash(snapshot)) return undefined;
    const { root } = copy;
    if (kind === 'staged') {
      const compare = ['diff-index', '--cached', '--name-only', '--no-renames', '-z', snapshot, '--'];
      const names = await this.#git.tryRun(root, compare, { signal, timeoutMs, maxBytes: longestStatus });
      return names === undefined ? undefined : names !== '';
    }
    const index = await this.#indexOf(copy, snapshot, signal);
    if (index === undefined) return undefined;
    const env = { GIT_INDEX_FILE: index };
    const listed = await this.#git.tryRun(root, status, { signal, timeoutMs, maxBytes: longestStatus, env });
    // Without the index every file would count as added.
    if (listed === undefined || !existsSync(index)) return undefined;
    for (const entry of listed.split('\0')) if (await isChange(root, entry)) return true;
    return false;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const folder of this.#folders) folder.removeNow();
    this.#folders.clear();
    this.#indexes.clear();
  }

  /** Path of an index that holds a snapshot, with what the repository's own index knows of files that are the same. */
  async #indexOf(
    copy: Pick<WorkingCopy, 'root' | 'gitDir'>,
    snapshot: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const nameIn = (folder: Folder): string => path.join(folder.path, 'index');
    try {
      const known = await this.#indexes.get(snapshot);
      // What is in the folder for temporary files may be removed at any time.
      if (known !== undefined && existsSync(nameIn(known))) return nameIn(known);
    } catch {
      // Another question was cancelled while it made the index.
    }
    const making = this.#makeIndex(copy, snapshot, signal);
    this.#indexes.delete(snapshot);
    this.#indexes.set(snapshot, making);
    const [oldest] = this.#indexes.keys();
    if (this.#indexes.size > mostIndexes && oldest !== undefined) await this.#forget(oldest);
    try {
      return nameIn(await making);
    } catch (error) {
      if (this.#indexes.get(snapshot) === making) this.#indexes.delete(snapshot);
      if (signal.aborted) throw error;
      return undefined;
    }
  }

  async #makeIndex({ root, gitDir }: Pick<WorkingCopy, 'root' | 'gitDir'>, snapshot: string, signal: AbortSignal) {
    const folder = await makeTemporaryFolder(tmpdir(), 'code-review-index-');
    this.#folders.add(folder);
    try {
      const index = path.join(folder.path, 'index');
      await copyIndex(path.join(gitDir, 'index'), index);
      // A split index would leave files next to the user's.
      const settings = { 'core.splitIndex': 'false' };
      await this.#git.run(root, ['read-tree', '--reset', snapshot], {
        signal,
        timeoutMs,
        settings,
        env: { GIT_INDEX_FILE: index },
      });
      if (this.#isDisposed) throw new Error('Nobody asks any more.');
      return folder;
    } catch (error) {
      await this.#remove(folder);
      throw error;
    }
  }

  async #forget(snapshot: string): Promise<void> {
    const folder = await this.#indexes.get(snapshot)?.catch(() => undefined);
    this.#indexes.delete(snapshot);
    if (folder !== undefined) await this.#remove(folder);
  }

  async #remove(folder: Folder): Promise<void> {
    this.#folders.delete(folder);
    await folder.remove();
  }
}

/** "1 .M N... 100644 100644 100644 <in HEAD> <in the snapshot> path" */
const tracked = /^1 .(.) (\S+) \d+ \d+ \d+ (\w+) (\w+) (.+)$/s;

/** Whether an entry of `git status` is a change that a review would read. */
async function isChange(root: string, entry: string): Promise<boolean> {
  if (entry.startsWith('? ')) return (await look(root, entry.slice(2))).why === undefined;
  const [, change, submodule = '', committed, reviewed, file = ''] = tracked.exec(entry) ?? [];
  // Conflicts are not in such an index.
  if (change === undefined || change === '.' || submodule.startsWith('S')) return false;
  // A review leaves out the change of a file that is too large, not that of one that has become so.
  return committed !== reviewed || (await look(root, file)).why === undefined;
}
