import { hash } from 'node:crypto';

/**
 * Whether a file is as git would check a blob out: byte for byte, or with CRLF at the end of every line. It is not where
 * a filter or an encoding makes another text of the blob.
 * @param id full hash of the blob
 */
export function isBlob(file: Buffer, id: string): boolean {
  return idLike(id, file) === id || (file.includes('\r\n') && idLike(id, withoutCarriageReturns(file)) === id);
}

function withoutCarriageReturns(file: Buffer): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

/** The id of a blob in the format of another one. In one call: for a small file, to make a hash object takes longest. */
function idLike({ length }: string, blob: Buffer): string {
  return hash(length === 64 ? 'sha256' : 'sha1', Buffer.concat([Buffer.from(`blob ${blob.length}\0`), blob]));
}
