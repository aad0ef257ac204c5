import type { GitReader } from '../../../git/run/git.ts';
import { BlobStream } from './blobStream.ts';
import { TextPieces, type Piece } from './textPieces.ts';
import type { ExcludedFile } from '../diff/diffFile.ts';

const longestTime = 600_000;

/**
 * Reads files as they are in the head, in pieces with new lines. What is no text is passed over. One run of git, and
 * memory for one piece.
 * @param onMissing told of a file whose content git does not have
 */
export async function readExcluded(
  git: GitReader,
  root: string,
  files: readonly ExcludedFile[],
  signal: AbortSignal,
  onPiece: (piece: Piece) => Promise<void>,
  onMissing: (file: ExcludedFile) => void,
): Promise<void> {
  if (files.length === 0) return;
  const blobs = new BlobStream(
    index => {
      const file = files[index];
      return file === undefined ? undefined : new TextPieces(file, onPiece);
    },
    index => {
      const file = files[index];
      if (file !== undefined) onMissing(file);
    },
  );
  await git.stream(
    root,
    ['cat-file', '--batch'],
    {
      signal,
      input: files.map(({ blob }) => `${blob}\n`).join(''),
      maxBytes: Number.POSITIVE_INFINITY,
      timeoutMs: longestTime,
    },
    chunk => blobs.write(chunk),
  );
}
