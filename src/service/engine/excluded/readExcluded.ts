import type { GitReader } from '../../../git/run/git.ts';
import { BlobStream } from './blobStream.ts';
import type { DiffFile } from '../diff/diffModel.ts';
import { TextPieces } from './textPieces.ts';

/** A changed file that the analysers leave out; secrets and hidden characters are looked for in it all the same. */
export interface ExcludedFile {
  readonly path: string;
  /** Id of git's object that holds its content. */
  readonly blob: string;
  /** Numbers of its new lines, from 1; where it is absent, all are new. */
  readonly added?: ReadonlySet<number> | undefined;
}

/** A piece of a file that is too large to be held as a whole, or not worth it. */
export interface Piece {
  /** As a file of its own: lines count from the first line of the piece, columns from the start of its text. */
  readonly file: DiffFile;
  /** Lines of the file in front of the piece. */
  readonly linesBefore: number;
  /** Characters of its first line in front of the piece. */
  readonly columnsBefore: number;
  /** Offsets in its text: what begins outside of them belongs to the piece before or after. */
  readonly from: number;
  readonly to: number;
}

const longestTime = 600_000;

/**
 * Reads files as they are in the head, in pieces with new lines. What is no text is passed over. One run of git, and
 * memory for one piece.
 */
export async function readExcluded(
  git: GitReader,
  root: string,
  files: readonly ExcludedFile[],
  signal: AbortSignal,
  onPiece: (piece: Piece) => Promise<void>,
): Promise<void> {
  if (files.length === 0) return;
  const blobs = new BlobStream(index => {
    const file = files[index];
    return file === undefined ? undefined : new TextPieces(file, onPiece);
  });
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
