/** Git's objects and index, as they are on the disk. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

/** A file of a commit, which is neither executable nor a link. */
export interface Entry {
  /** From the repository's top folder, in UTF-8. */
  readonly name: Buffer;
  readonly hash: Buffer;
  readonly file: string;
}

/**
 * Writes an object that is not there yet.
 * @param own the folder `.git`
 * @returns its hash
 */
export function putObject(own: string, type: string, content: Buffer): Buffer {
  const bytes = bytesOf(type, content);
  const hash = createHash('sha1').update(bytes).digest();
  const name = hash.toString('hex');
  const file = path.join(own, 'objects', name.slice(0, 2), name.slice(2));
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, deflateSync(bytes, { level: 1 }), { mode: 0o444 });
  }
  return hash;
}

function bytesOf(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
}

/**
 * Writes the tree of the entries.
 * @param from the byte from which on their names are of it
 * @returns its hash
 */
export function putTree(own: string, entries: readonly Entry[], from: number): Buffer {
  const folders = Map.groupBy(entries, ({ name }) => {
    const end = name.indexOf('/', from);
    return name.toString('latin1', from, end < 0 ? undefined : end + 1);
  });
  // Git sorts by bytes, a folder as if its name ended with a slash.
  const parts = [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, within]) => {
      const isFolder = name.endsWith('/');
      const hash = isFolder ? putTree(own, within, from + name.length) : within[0]!.hash;
      const head = isFolder ? `40000 ${name.slice(0, -1)}\0` : `100644 ${name}\0`;
      return Buffer.concat([Buffer.from(head, 'latin1'), hash]);
    });
  return putObject(own, 'tree', Buffer.concat(parts));
}

/** The bytes of an index of these files, which are as they were committed. */
export function indexOf(entries: readonly Entry[]): Buffer {
  const head = Buffer.from('DIRC\0\0\0\u0002\0\0\0\0', 'latin1');
  head.writeUInt32BE(entries.length, 8);
  const parts = entries
    .toSorted((a, b) => Buffer.compare(a.name, b.name))
    .map(({ name, hash, file }) => {
      const part = Buffer.alloc(paddedTo8(62 + name.length));
      putState(file, part, 0);
      hash.copy(part, 40);
      part.writeUInt16BE(Math.min(name.length, 0xfff), 60);
      name.copy(part, 62);
      return part;
    });
  return withSum(Buffer.concat([head, ...parts]));
}

function withSum(index: Buffer): Buffer {
  return Buffer.concat([index, createHash('sha1').update(index).digest()]);
}

/** Puts what an index knows a file by, its times and its place on the disk. */
function putState(file: string, index: Buffer, from: number): void {
  const stat = lstatSync(file, { bigint: true });
  const times = [stat.ctimeNs, stat.mtimeNs].flatMap(time => [time / 1_000_000_000n, time % 1_000_000_000n]);
  const fields = [...times, stat.dev, stat.ino, 0o100644n, stat.uid, stat.gid, stat.size];
  for (const [at, field] of fields.entries()) index.writeUInt32BE(Number(BigInt.asUintN(32, field)), from + 4 * at);
}

/** A plain index of files that are now in `folder`; undefined where one of them is not as it was added. */
export function refreshedIndex(index: Buffer, folder: string): Buffer | undefined {
  const bytes = Buffer.from(index.subarray(0, -20));
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const length = bytes.readUInt16BE(at + 60);
    const file = path.join(folder, bytes.toString('utf8', at + 62, at + 62 + length));
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    const hash = createHash('sha1')
      .update(bytesOf('blob', readFileSync(file)))
      .digest();
    if (!hash.equals(bytes.subarray(at + 40, at + 60))) return undefined;
    putState(file, bytes, at);
    at += paddedTo8(62 + length);
  }
  return withSum(bytes);
}

/** A name is followed by one to eight zero bytes. */
function paddedTo8(length: number): number {
  return (length + 8) & ~7;
}

/** Whether an index has only files, none of which is marked in any way. */
export function isPlainIndex(index: Buffer): boolean {
  if (index.readUInt32BE(4) !== 2) return false;
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const flags = index.readUInt16BE(at + 60);
    if (index.readUInt32BE(at + 24) !== 0o100644 || flags >= 0xfff) return false;
    at += paddedTo8(62 + flags);
  }
  return true;
}
