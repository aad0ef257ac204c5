import { CodeReviewError } from '../../../core/base/errors.ts';
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

/** The files that differ between two commits, see `listChanges`. @throws CodeReviewError of kind `git` */
export async function changedFiles(...range: Parameters<typeof listChanges>): Promise<ChangedFiles> {
  return parseRaw(await listChanges(...range));
}

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

/** The paths of all folders at a commit. @throws CodeReviewError of kind `git` */
export async function folderPaths(
  git: GitReader,
  root: string,
  commit: string,
  signal: AbortSignal,
): Promise<string[]> {
  const command = ['ls-tree', '-r', '-d', '-z', '--name-only', '--full-tree', commit];
  const listed = await git.bytes(root, command, { signal, maxBytes: longestList, timeoutMs: 120_000 });
  return fieldsOf(listed).map(nameOf);
}

function parseRaw(output: Buffer): ChangedFiles {
  const fields = fieldsOf(output);
  const changed: ChangedFile[] = [];
  const deleted: DeletedBlob[] = [];
  for (let at = 0; at < fields.length;) {
    const [before = '', mode = '', baseBlob = '', blob = '', status = ''] = nameOf(fields[at]).slice(1).split(' ');
    const isRenamed = /^[RC]/.test(status);
    at += isRenamed ? 3 : 2;
    const path = nameOf(fields[at - 1]);
    const kind = kindOf(mode);
    const isCompared = kindOf(before) === kind && (!isRenamed || isReviewedAlike(nameOf(fields[at - 2]), path));
    const kindBefore = kindOf(before);
    if (status === 'D' && kindBefore !== undefined) deleted.push({ path, kind: kindBefore, blob: baseBlob });
    if (kind === undefined) continue;
    const basePath = isRenamed ? { basePath: nameOf(fields[at - 2]) } : {};
    const otherMode = before === mode ? {} : { hasOtherMode: true as const };
    changed.push({ path, kind, blob, ...(isCompared && { baseBlob, ...basePath, ...otherMode }) });
  }
  return { changed, deleted };
}

function kindOf(mode: string): ChangedFile['kind'] | undefined {
  if (mode.startsWith('100')) return 'file';
  return mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : undefined;
}

function fieldsOf(output: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let from = 0; from < output.length;) {
    const to = output.indexOf(0, from);
    fields.push(output.subarray(from, to));
    from = to + 1;
  }
  return fields;
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
