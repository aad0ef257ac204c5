import { posix } from 'node:path';
import { CodeReviewError } from '../../../core/base/errors.ts';
import type { GitReader } from '../../../git/run/git.ts';
import { findObjects, readObjects, splitIntoBatches } from '../../../git/content/objects.ts';
import { changedFiles, folderPaths, listChanges, type ChangedFile, type DeletedBlob } from './changedFiles.ts';
import { attributesFiles, readForeignPaths } from './foreignPaths.ts';
import {
  Contents,
  newLinesIn,
  removedIn,
  type DeletedFile,
  type DiffFile,
  type DiffModel,
  type ExcludedFile,
  type ReviewRange,
} from './diffFile.ts';
import { decodeFile, encodingOf } from './decodeFile.ts';
import { declaredEncoding, undecodedLine, type UndecodedLine } from './pythonEncoding.ts';
import { compareLines, trimBlanks, type LineChanges } from './lineChanges.ts';
import type { UnreadFile } from '../reviewerReport.ts';
import { textLines } from './lineStates.ts';
import { MovedLines } from './movedLines.ts';
import { isDocument, isLenient, isNewlyIdle, isNewlyLenient, knownPath, languageOf } from './fileKind.ts';
import {
  isPicture,
  maxSearchedBytes,
  maxSearchedLines,
  unreviewedBinary,
  unreviewedContent,
  type UnreviewedReason,
} from './excludedFiles.ts';
import { LeftOutFiles, tooLarge } from './leftOutFiles.ts';

export type { DiffFile, DiffModel } from './diffFile.ts';

/** Most files and bytes of one change that are read: they fit into the memory of the process. */
const mostFiles = 30_000;
const mostBytes = 128 << 20;

// Files in which indentation is significant.
const indented =
  /\.(?:py[iwx]?|ya?ml|mk|mak|haml|pug|jade|sass|styl|coffee|nim|fs|fsx|hs|elm|gd)$|(?:^|\/)(?:GNUm|M|m)akefile$/i;

/**
 * Reads the changes between the merge base and the head from git's objects. Nothing is checked out, and no attribute,
 * setting or name that the change brings decides which lines are new. @throws CodeReviewError of kind `git`
 */
export async function readDiff(
  git: GitReader,
  { root, base, head, mergeBase: known }: ReviewRange,
  signal: AbortSignal,
): Promise<DiffModel> {
  const mergeBase = known ?? (await findMergeBase(git, root, base, head, signal));
  const changes = await listChanges(git, root, mergeBase, head, signal);
  const { changed, deleted } = changedFiles(changes);
  const compared = changed.flatMap(({ kind, blob, baseBlob = blob }) => (kind === 'submodule' ? [] : [blob, baseBlob]));
  const ids = [...compared, ...deleted.flatMap(({ kind, blob }) => (kind === 'submodule' ? [] : [blob]))];
  const paths = changed.flatMap(({ path, basePath = path }) => [path, basePath]);
  const attributes = attributesFiles(mergeBase, paths);
  const found = await findObjects(git, root, [...ids, ...attributes.map(({ name }) => name)], signal);
  const sizes = new Map(ids.flatMap((id, index) => (found[index] === undefined ? [] : [[id, found[index].size]])));
  // What matters for scripts that may be data for tests, and for Python packages that were installed.
  const isAsked = changed.some(
    ({ path, baseBlob }) => languageOf(path) === 'python' || (baseBlob === undefined && isLenient(path)),
  );
  const folders = isAsked ? await folderPaths(git, root, head, changes, signal) : [];
  const whyForeign = await readForeignPaths(git, root, attributes, found.slice(ids.length), signal);
  const reading = new Reading(sizes, folders, new LeftOutFiles(sizes, folders, whyForeign));
  for (const batch of splitIntoBatches(reading.plan(changed), file => reading.bytesOf(file))) {
    signal.throwIfAborted();
    const objects = await readObjects(git, root, batch.flatMap(reading.objectsOf), signal);
    for (const file of batch) reading.read(file, objects);
  }
  for (const batch of splitIntoBatches(reading.planDeleted(deleted), ({ blob }) => sizes.get(blob) ?? 0)) {
    signal.throwIfAborted();
    reading.readDeleted(
      batch,
      await readObjects(
        git,
        root,
        batch.map(({ blob }) => blob),
        signal,
      ),
    );
  }
  return { mergeBase, ...reading.result() };
}

interface ReadFile {
  readonly file: ChangedFile;
  readonly bytes: Buffer;
  readonly changes: LineChanges;
  readonly undecoded: UndecodedLine | undefined;
}

/** Builds the model while the contents of the files arrive. */
class Reading {
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #unread: UnreadFile[] = [];
  readonly #read: ReadFile[] = [];
  readonly #leftOut: ExcludedFile[] = [];
  readonly #deleted: DeletedFile[] = [];
  readonly #sameContent: UnreadFile[] = [];
  /** Names of the folders at the merge base. */
  readonly #folders: ReadonlySet<string>;
  readonly #leftOutFiles: LeftOutFiles;
  readonly #moved = new MovedLines();

  /**
   * @param sizes of the blobs, in bytes
   * @param folders paths of the folders at the merge base
   */
  constructor(sizes: ReadonlyMap<string, number>, folders: readonly string[], leftOutFiles: LeftOutFiles) {
    this.#sizes = sizes;
    this.#folders = new Set(folders.map(folder => posix.basename(folder)));
    this.#leftOutFiles = leftOutFiles;
  }

  /**
   * Selects the files to read, and records the others as unread. Files that analysers leave out are not kept in memory.
   */
  plan(changed: readonly ChangedFile[]): ChangedFile[] {
    const wanted: ChangedFile[] = [];
    let [files, bytes] = [0, 0];
    for (const each of changed) {
      const { path, kind, blob } = each;
      const file = this.#leftOutFiles.isTakenOver(each) ? { path, kind, blob } : each;
      const { baseBlob } = file;
      if (baseBlob === blob) {
        this.#noteSameContent(file);
        continue;
      }
      const size = this.#sizes.get(blob);
      if (kind === 'submodule') this.#unread.push({ path, why: 'submodule', isGap: true });
      else if (size === undefined) this.#unread.push({ path, why: 'not readable', isGap: true });
      else if (size > maxSearchedBytes) {
        this.#unread.push(tooLarge(path, maxSearchedBytes));
        if (baseBlob === undefined) this.#leftOut.push({ path, blob });
      } else if (this.#leftOutFiles.why(file) !== undefined) wanted.push(file);
      else if (++files > mostFiles || (bytes += size) > mostBytes)
        this.#unread.push({ path, why: 'the change is too large to be read whole', isGap: true });
      else wanted.push(file);
    }
    return wanted;
  }

  /** Number of bytes to read for a file, including its text before the change. */
  bytesOf(file: ChangedFile): number {
    return this.objectsOf(file).reduce((sum, id) => sum + (this.#sizes.get(id) ?? 0), 0);
  }

  readonly objectsOf = ({ blob, baseBlob }: ChangedFile): string[] => {
    const isCompared = baseBlob !== undefined && (this.#sizes.get(baseBlob) ?? Infinity) <= maxSearchedBytes;
    return isCompared ? [blob, baseBlob] : [blob];
  };

  read(file: ChangedFile, objects: ReadonlyMap<string, Buffer>): void {
    const { path, basePath = path, blob, baseBlob = '' } = file;
    const bytes = objects.get(blob);
    const text = bytes && decodeFile(bytes, path);
    if (bytes === undefined) this.#unread.push({ path, why: 'not readable', isGap: true });
    else if (text === undefined) this.#leaveUnread(file, bytes);
    else if (linesIn(bytes) > maxSearchedLines)
      this.#unread.push({ path, why: `more than ${maxSearchedLines.toLocaleString('en')} lines`, isGap: true });
    else {
      const before = objects.get(baseBlob);
      const base = before && (decodeFile(before, basePath) ?? '');
      const leftOut = this.#leftOutFiles.why(file) ?? unreviewedContent(path, text, base);
      if (leftOut !== undefined) this.#unread.push({ path, ...leftOut });
      if (leftOut !== undefined && base === undefined) {
        this.#leftOut.push({ path, blob, encoding: encodingOf(bytes) });
        return;
      }
      const changes = compareLines(base ?? '', text, indented.test(path));
      if (leftOut !== undefined) {
        if (changes.added.length > 0)
          this.#leftOut.push({ path, blob, added: new Set(changes.added), encoding: encodingOf(bytes) });
        return;
      }
      if (before !== undefined && bytes.length === 0 && decodeFile(before, basePath) === undefined) {
        if (!isPicture(path)) this.#unread.push({ path, why: 'binary, emptied', isRemoval: true });
        return;
      }
      const isOld = before !== undefined && undecodedLine(before, basePath) !== undefined;
      const undecoded = isOld ? undefined : undecodedLine(bytes, path);
      if (base !== undefined) this.#moved.remove(basePath, changes.removed.values(), base);
      if (changes.added.length > 0 || hasText(changes.removed)) {
        // A substring would keep the whole text in memory.
        const removed = base === undefined ? new Map<number, string[]>() : copyOf(changes.removed);
        this.#read.push({ file, bytes: Buffer.from(bytes), changes: { added: changes.added, removed }, undecoded });
      } else if (undecoded !== undefined) {
        this.#unread.push({ path, why: 'cannot be decoded by Python any more', isGap: true });
      } else if (base !== undefined) {
        const why = whyBlanksMatter(path, base, text);
        if (why !== undefined) this.#unread.push({ path, why });
      }
    }
  }

  /** Selects the deleted files to read, and records the others as unread. */
  planDeleted(deleted: readonly DeletedBlob[]): DeletedBlob[] {
    return deleted
      .filter(file => {
        const leftOut = file.kind === 'submodule' ? { why: 'submodule' } : this.#leftOutFiles.why(file);
        if (leftOut !== undefined) this.#noteDeleted(file.path, leftOut);
        return leftOut === undefined;
      })
      .slice(0, mostFiles);
  }

  /** Records a deleted file that nobody read. That it is gone is a gap, if nothing else was read, where its change would be. */
  #noteDeleted(path: string, { why, isGap }: UnreviewedReason): void {
    this.#unread.push({ path, why: `${why}, deleted`, ...(isGap === true && { isRemoval: true as const }) });
  }

  /** A change of name or mode alone has no new lines, and may decide on whether a file is run or found at all. */
  #noteSameContent({ path, basePath = path, hasOtherMode }: ChangedFile): void {
    const isRenamed = path !== basePath && !isPicture(path);
    const what = [isRenamed ? 'name' : [], hasOtherMode === true ? 'mode' : []].flat().join(' and ');
    if (what !== '') this.#sameContent.push({ path, why: `only another ${what}` });
  }

  readDeleted(deleted: readonly DeletedBlob[], objects: ReadonlyMap<string, Buffer>): void {
    for (const { path, blob } of deleted) {
      const bytes = objects.get(blob);
      const text = bytes && decodeFile(bytes, path);
      if (bytes !== undefined && text === undefined && !isPicture(path))
        this.#noteDeleted(path, unreviewedBinary(path));
      if (bytes !== undefined && (text ?? '').trim() === '') continue;
      this.#deleted.push({ path, lines: text === undefined ? 0 : removedIn(compareLines(text, '', true)) });
    }
  }

  #leaveUnread({ path, blob }: ChangedFile, bytes: Buffer): void {
    const encoding = encodingOf(bytes);
    const declared = declaredEncoding(bytes, path);
    if (encoding === undefined || declared === undefined) this.#unread.push({ path, ...unreviewedBinary(path) });
    else {
      this.#unread.push({ path, why: `cannot be decoded as ${declared}`, isGap: true });
      this.#leftOut.push({ path, blob, encoding });
    }
  }

  result(): Omit<DiffModel, 'mergeBase'> {
    const contents = new Contents();
    const all = this.#read.map(each => fileOf(each, contents, this.#moved, this.#folders)).sort(byPath);
    const files = all.filter(file => newLinesIn(file).length > 0);
    return {
      files,
      shortened: all.filter(file => newLinesIn(file).length === 0),
      deleted: this.#deleted.sort(byPath),
      leftOut: this.#leftOut.sort(byPath),
      sameContent: this.#sameContent.sort(byPath),
      unreviewed: this.#unread.sort(byPath),
      addedLines: files.reduce((sum, { added }) => sum + added.size, 0),
    };
  }
}

function fileOf(
  { file, bytes, changes, undecoded }: ReadFile,
  contents: Contents,
  all: MovedLines,
  folders: ReadonlySet<string>,
): DiffFile {
  const { path, baseBlob } = file;
  const isNewPython = baseBlob === undefined && languageOf(path) === 'python';
  const known = isNewPython ? knownPath(path, folders) : path;
  const moved = all.among(path, () => contents.of(bytes, path).text, changes.added);
  return {
    path,
    get text() {
      return contents.of(bytes, path).text;
    },
    get lines() {
      return contents.of(bytes, path).lines;
    },
    added: new Set(changes.added.filter(line => !moved.has(line))),
    moved,
    removed: changes.removed,
    ...(undecoded && { undecoded }),
    ...(baseBlob === undefined
      ? {
          ...(isNewlyLenient(path, folders) && { isInNewFolder: true }),
          ...(known !== path && { knownPath: known }),
          ...(isNewPython && isNewlyIdle(path, folders) && { isInNewIdleFolder: true }),
        }
      : { baseBlob }),
  };
}

/** Why a change that shows no line may matter; undefined if it does not. */
function whyBlanksMatter(path: string, before: string, after: string): string | undefined {
  if (isDocument(path)) return undefined;
  if (before === after) return 'only its encoding changed';
  const isMeant = languageOf(path) === undefined || textLines(path, before) !== textLines(path, after);
  return isMeant ? 'only its white space changed' : undefined;
}

/** Whether a line that is not blank was removed. */
function hasText(removed: LineChanges['removed']): boolean {
  return [...removed.values()].some(lines => lines.some(line => trimBlanks(line) !== ''));
}

function copyOf(removed: LineChanges['removed']): LineChanges['removed'] {
  return new Map([...removed].map(([line, texts]) => [line, texts.map(text => Buffer.from(text).toString())]));
}

function linesIn(bytes: Buffer): number {
  let count = 1;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

async function findMergeBase(
  git: GitReader,
  root: string,
  base: string,
  head: string,
  signal: AbortSignal,
): Promise<string> {
  const found = await git.tryRun(root, ['merge-base', base, head], { signal });
  if (found !== undefined && found !== '') return found.split('\n', 1)[0] ?? base;
  if ((await git.tryRun(root, ['rev-parse', '--is-shallow-repository'], { signal })) === 'true') {
    throw new CodeReviewError(
      'git',
      'The clone is shallow, so it is not known where the branch began.',
      'Run git fetch --unshallow, then review it again.',
    );
  }
  // Without a common ancestor, compare with the base itself.
  return base;
}
