import type { GitReader } from '../../../git/run/git.ts';
import { BlobStream } from './blobStream.ts';
import { TextSplitter, type TextPiece } from './textSplitter.ts';
import type { ExcludedFile } from '../diff/diffFile.ts';

const longestTime = 600_000;

/**
 * Reads files at the head in pieces with new lines, skipping binary files. Runs git once, and holds one piece in memory.
 * @param onMissing called with a file whose content git does not have
 */
export async function readExcluded(
  git: GitReader,
  root: string,
  files: readonly ExcludedFile[],
  signal: AbortSignal,
  onPiece: (piece: TextPiece) => Promise<void>,
  onMissing: (file: ExcludedFile) => void,
): Promise<void> {
  if (files.length === 0) return;
  const blobs = new BlobStream(
    index => {
      const file = files[index];
      return file === undefined ? undefined : new TextSplitter(file, onPiece);
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
