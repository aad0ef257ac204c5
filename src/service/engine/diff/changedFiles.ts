import { posix } from 'node:path';
import { CodeReviewError } from '../../../core/base/errors.ts';
import { listTree } from '../../../git/content/treeFiles.ts';
import type { GitReader } from '../../../git/run/git.ts';
import { isReviewedAlike } from './fileKind.ts';

/** A file that a change adds or edits. Object ids are full hashes. */
export interface ChangedFile {
  /** Relative to the repository's top folder, with `/`; bytes that are not UTF-8 are written as git quotes them, `\377`. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'submodule';
  readonly blob: string;
  /** The blob that it is compared with, of its earlier path if it was renamed; absent for a new file, see `fileKind`. */
  readonly baseBlob?: string;
  /** Its earlier path, if it was renamed and is compared with that. */
  readonly basePath?: string;
  /** Set if it may be run now and might not before, or the other way round. */
  readonly hasOtherMode?: true;
}

/** A file that a change deletes. */
export type DeletedBlob = Pick<ChangedFile, 'path' | 'kind' | 'blob'>;

/** The files that differ between two commits. */
export interface ChangedFiles {
  readonly changed: readonly ChangedFile[];
  readonly deleted: readonly DeletedBlob[];
}

/** Longest list of changes, in bytes. */
const longestList = 256 << 20;

// A plumbing command, so that neither settings nor attributes in the change affect the list.
const list = ['diff-tree', '-r', '--raw', '-z', '--no-abbrev', '-l1000', '--ignore-submodules=none'];

/**
 * Lists what differs between two commits as `:MODE MODE ID ID STATUS`, followed by one name, or two for a renamed file, each
 * with a NUL after it. Where git lacks one of the contents that it would compare for renames, only files of the same content
 * count as renamed: what is lacking is told of the file itself.
 * @throws CodeReviewError of kind `git`
 */
export async function listChanges(
  git: GitReader,
  root: string,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const options = { signal, maxBytes: longestList, timeoutMs: 120_000 };
  const read = (renames: string): Promise<Buffer> => git.bytes(root, [...list, renames, from, to, '--'], options);
  try {
    return await read('-M');
  } catch (error) {
    if (!CodeReviewError.is(error, 'git')) throw error;
    return read('-M100%');
  }
}

/**
 * The paths of all folders at the merge base, told by the list of the head's files, which the checks across files need too.
 * A submodule counts as a folder.
 * @param changes what `listChanges` says of the merge base and the head
 * @throws CodeReviewError of kind `git`
 */
export async function folderPaths(
  git: GitReader,
  root: string,
  head: string,
  changes: Buffer,
  signal: AbortSignal,
): Promise<string[]> {
  const listed = await listTree(git, root, head, { signal, maxBytes: longestList, timeoutMs: 120_000 });
  const folders = new Set<string>();
  const add = (path: string, isSubmodule: boolean): void => {
    for (let each = isSubmodule ? path : posix.dirname(path); each !== '.' && !folders.has(each);) {
      folders.add(each);
      each = posix.dirname(each);
    }
  };
  const differing = new Set<string>();
  for (const { before, after, former, path } of changesIn(changes)) {
    if (!isNone(after)) differing.add(path);
    if (!isNone(before)) add(former, kindOf(before) === 'submodule');
  }
  let last: Buffer = Buffer.alloc(0);
  for (const entry of fieldsOf(listed)) {
    const folder = entry.subarray(entry.indexOf('\t') + 1, entry.lastIndexOf('/') + 1);
    const isSubmodule = entry.toString('latin1', 0, 6) === submodule;
    // Most files are in the folder of the one before them.
    if (!isSubmodule && folder.equals(last)) continue;
    const path = nameOf(entry.subarray(entry.indexOf('\t') + 1));
    if (differing.has(path)) continue;
    add(path, isSubmodule);
    last = folder;
  }
  return [...folders];
}

/** The files that differ, by what `listChanges` says. */
export function changedFiles(changes: Buffer): ChangedFiles {
  const changed: ChangedFile[] = [];
  const deleted: DeletedBlob[] = [];
  for (const { before, after, baseBlob, blob, status, former, path } of changesIn(changes)) {
    const isRenamed = /^[RC]/.test(status);
    const kind = kindOf(after);
    const kindBefore = kindOf(before);
    const isCompared = kindBefore === kind && (!isRenamed || isReviewedAlike(former, path));
    if (status === 'D' && kindBefore !== undefined) deleted.push({ path, kind: kindBefore, blob: baseBlob });
    if (kind === undefined) continue;
    const basePath = isRenamed ? { basePath: former } : {};
    const otherMode = before === after ? {} : { hasOtherMode: true as const };
    changed.push({ path, kind, blob, ...(isCompared && { baseBlob, ...basePath, ...otherMode }) });
  }
  return { changed, deleted };
}

/** An entry of `listChanges`: modes and object ids before and after, and the paths, which differ for a renamed file. */
interface RawChange {
  readonly before: string;
  readonly after: string;
  readonly baseBlob: string;
  readonly blob: string;
  readonly status: string;
  readonly former: string;
  readonly path: string;
}

function* changesIn(listed: Buffer): Generator<RawChange> {
  const fields = [...fieldsOf(listed)];
  for (let at = 0; at < fields.length;) {
    const [before = '', after = '', baseBlob = '', blob = '', status = ''] = nameOf(fields[at]).slice(1).split(' ');
    const former = nameOf(fields[at + 1]);
    const isRenamed = /^[RC]/.test(status);
    const path = isRenamed ? nameOf(fields[at + 2]) : former;
    at += isRenamed ? 3 : 2;
    yield { before, after, baseBlob, blob, status, former, path };
  }
}

const submodule = '160000';

function kindOf(mode: string): ChangedFile['kind'] | undefined {
  if (mode.startsWith('100')) return 'file';
  return mode === '120000' ? 'link' : mode === submodule ? 'submodule' : undefined;
}

/** Whether there is nothing on a side of a change. */
function isNone(mode: string): boolean {
  return mode === '000000';
}

function* fieldsOf(output: Buffer): Generator<Buffer> {
  for (let from = 0; from < output.length;) {
    const to = output.indexOf(0, from);
    yield output.subarray(from, to);
    from = to + 1;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Different bytes give different names, so that files stay distinct. */
function nameOf(bytes: Buffer = Buffer.alloc(0)): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return Array.from(bytes, byte => (byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`)).join('');
  }
}
