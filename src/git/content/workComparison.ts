import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Disposable } from '../../core/base/disposable.ts';
import { makeTemporaryFolder } from '../../files/temporaryFolder.ts';
import type { Git } from '../run/git.ts';
import { filesCommittedSince, filesOfWork } from './commitFacts.ts';
import { isFullHash, type WorkingCopy } from '../repository/workingCopy.ts';
import { copyIndex } from './copyIndex.ts';
import { findRenames } from './goneFiles.ts';
import type { SnapshotKind } from './snapshot.ts';
import { look } from './workingTree.ts';

type Folder = Awaited<ReturnType<typeof makeTemporaryFolder>>;

/** An index that holds a snapshot. */
interface SnapshotIndex {
  /** Resolves to its folder; to `undefined` where git could not make it. */
  readonly making: Promise<Folder | undefined>;
  /** Its folder, once it is made. */
  made: Folder | undefined;
  /** Number of comparisons with it that are under way. */
  uses: number;
}

/** What became of work since a snapshot was taken of it. */
export type WorkState =
  | 'same'
  | 'changed'
  /** None of its files is uncommitted any more, by any name, and no commit since has changed one of them. */
  | 'discarded'
  /** None of its files is uncommitted any more, and commits since have changed some of them. */
  | 'partlyCommitted';

const timeoutMs = 60_000;
const longestStatus = 64 << 20;
/** Snapshots that stay ready to be compared with: those of the current reviews, of which a window has one or two. */
const mostIndexes = 4;
const status = ['status', '--porcelain=v2', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=dirty'];

/** @param isNew whether the commit lacks the file; undefined where that is not known */
type IsMeant = (file: string, isNew?: boolean) => boolean;

/**
 * Says what became of the work that a snapshot was taken of. Of a snapshot of the working tree it keeps an
 * index, outside of the repository: so one `git status` tells what was changed, added and deleted since, tracked or not,
 * and what is ignored does not count.
 */
export class WorkComparison implements Disposable {
  readonly #git: Git;
  /** By snapshot, the one that was made last at the end. */
  readonly #indexes = new Map<string, SnapshotIndex>();
  readonly #folders = new Set<Folder>();
  readonly #disposed = new AbortController();

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
    const work = head === undefined ? undefined : await filesOfWork(this.#git, root, snapshot, signal);
    if (head === undefined || work === undefined) return 'changed';
    const isOfWork = (file: string): boolean => work.has(file);
    if ((await this.#isChanged(copy, kind, head, signal, isOfWork)) !== false) return 'changed';
    const committed = await filesCommittedSince(this.#git, root, `${snapshot}^`, head, signal);
    if (committed === undefined) return 'changed';
    // It may go on by other names, where there are new files.
    const isOther = (file: string, isNew = true): boolean => isNew && !work.has(file);
    if ((await this.#isChanged(copy, kind, head, signal, isOther)) !== false) {
      const renames = await findRenames(this.#git, root, snapshot, [...work], signal);
      if ([...renames.values()].some(file => isOther(file))) return 'changed';
    }
    return [...committed].some(isOfWork) ? 'partlyCommitted' : 'discarded';
  }

  /** Whether what is there differs from a commit, in the files that are meant; `undefined` where git cannot tell. */
  async #isChanged(
    copy: Pick<WorkingCopy, 'root' | 'gitDir'>,
    kind: SnapshotKind,
    snapshot: string,
    signal: AbortSignal,
    isMeant: IsMeant = () => true,
  ): Promise<boolean | undefined> {
    if (!isFullHash(snapshot)) return undefined;
    const { root } = copy;
    if (kind === 'staged') {
      const compare = ['diff-index', '--cached', '--name-only', '--no-renames', '-z', snapshot, '--'];
      const names = await this.#git.tryRun(root, compare, { signal, timeoutMs, maxBytes: longestStatus });
      return names?.split('\0').some(file => file !== '' && isMeant(file));
    }
    return this.#withIndex(copy, snapshot, async index => {
      const env = { GIT_INDEX_FILE: index };
      const listed = await this.#git.tryRun(root, status, { signal, timeoutMs, maxBytes: longestStatus, env });
      // Without the index every file would count as added.
      if (listed === undefined || !existsSync(index)) return undefined;
      for (const entry of listed.split('\0')) if (await isChange(root, entry, isMeant)) return true;
      return false;
    });
  }

  dispose(): void {
    this.#disposed.abort();
    for (const folder of this.#folders) folder.removeNow();
    this.#folders.clear();
    this.#indexes.clear();
  }

  /**
   * Compares with an index that holds a snapshot, with what the repository's own index knows of files that are the same.
   * @param compare gets its path, and has it to the end
   * @returns `undefined` where git could not make it
   */
  async #withIndex<T>(
    copy: Pick<WorkingCopy, 'root' | 'gitDir'>,
    snapshot: string,
    compare: (index: string) => Promise<T>,
  ): Promise<T | undefined> {
    const index = this.#indexOf(copy, snapshot);
    index.uses++;
    try {
      const folder = await index.making;
      return folder && (await compare(fileIn(folder)));
    } finally {
      index.uses--;
      await this.#forgetUnused();
    }
  }

  /** The index that is there or being made, which whoever asks meanwhile shares. */
  #indexOf(copy: Pick<WorkingCopy, 'root' | 'gitDir'>, snapshot: string): SnapshotIndex {
    const known = this.#indexes.get(snapshot);
    // What is in the folder for temporary files may be removed at any time.
    if (known !== undefined && (known.made === undefined || existsSync(fileIn(known.made)))) return known;
    const making = this.#makeIndex(copy, snapshot).then(
      folder => (index.made = folder),
      () => {
        if (this.#indexes.get(snapshot) === index) this.#indexes.delete(snapshot);
        return undefined;
      },
    );
    const index: SnapshotIndex = { making, made: undefined, uses: 0 };
    this.#indexes.delete(snapshot);
    this.#indexes.set(snapshot, index);
    return index;
  }

  async #makeIndex({ root, gitDir }: Pick<WorkingCopy, 'root' | 'gitDir'>, snapshot: string): Promise<Folder> {
    const { signal } = this.#disposed;
    const folder = await makeTemporaryFolder(tmpdir(), 'code-review-index-');
    this.#folders.add(folder);
    try {
      const index = fileIn(folder);
      await copyIndex(path.join(gitDir, 'index'), index);
      // A split index would leave files next to the user's.
      const settings = { 'core.splitIndex': 'false' };
      const env = { GIT_INDEX_FILE: index };
      await this.#git.run(root, ['read-tree', '--reset', snapshot], { signal, timeoutMs, settings, env });
      signal.throwIfAborted();
      return folder;
    } catch (error) {
      await this.#remove(folder);
      throw error;
    }
  }

  /** Forgets the indexes that were made first while there are too many, but for those that are compared with. */
  async #forgetUnused(): Promise<void> {
    for (const [snapshot, { made, uses }] of this.#indexes) {
      if (this.#indexes.size <= mostIndexes) return;
      if (uses > 0) continue;
      this.#indexes.delete(snapshot);
      if (made !== undefined) await this.#remove(made);
    }
  }

  async #remove(folder: Folder): Promise<void> {
    this.#folders.delete(folder);
    await folder.remove();
  }
}

function fileIn(folder: Folder): string {
  return path.join(folder.path, 'index');
}

/** "1 .M N... 100644 100644 100644 <in HEAD> <in the snapshot> path" */
const trackedEntry = /^1 .(.) (\S+) \d+ \d+ \d+ (\w+) (\w+) (.+)$/s;

/** Whether an entry of `git status` is a change of a file that is meant, and one that a review would read. */
async function isChange(root: string, entry: string, isMeant: IsMeant): Promise<boolean> {
  const isUntracked = entry.startsWith('? ');
  const [, change, submodule = '', committed, reviewed, tracked] = trackedEntry.exec(entry) ?? [];
  const file = isUntracked ? entry.slice(2) : tracked;
  if (file === undefined || !isMeant(file, isUntracked)) return false;
  if (isUntracked) return (await look(root, file)).why === undefined;
  // Conflicts are not in such an index.
  if (change === '.' || submodule.startsWith('S')) return false;
  // A review leaves out the change of a file that is too large, not that of one that has become so.
  return committed !== reviewed || (await look(root, file)).why === undefined;
}
