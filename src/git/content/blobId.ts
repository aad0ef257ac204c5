import { createHash } from 'node:crypto';

/**
 * Whether a text is a blob, as git would check it out: byte for byte, or with CRLF at the end of every line. It is not
 * where a filter or an encoding makes another text of the blob.
 * @param text of a file in UTF-8
 * @param id full hash of the blob
 */
export function isBlob(text: string, id: string): boolean {
  return idLike(id, text) === id || (text.includes('\r\n') && idLike(id, text.replaceAll('\r\n', '\n')) === id);
}

/** The id of a text in the format of another one. */
function idLike({ length }: string, text: string): string {
  const bytes = Buffer.from(text);
  return createHash(length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}
