import { TextDecoder } from 'node:util';
import type { BlobSink } from './blobStream.ts';
import { encodingOf } from '../diff/decodeFile.ts';
import type { DiffFile, ExcludedFile } from '../diff/diffFile.ts';

/** A piece of a file that is not held in memory as a whole. */
export interface TextPiece {
  /** The piece as a file: lines and columns count from the start of the piece. */
  readonly file: DiffFile;
  /** Number of lines before the piece. */
  readonly linesBefore: number;
  /** Number of characters of its first line before the piece. */
  readonly columnsBefore: number;
  /** Offsets of the piece's own part; a finding that begins elsewhere belongs to another piece. */
  readonly from: number;
  readonly to: number;
}

/** Length of a piece's own part, in characters. */
const window = 1 << 19;
/** Overlap before and after it, in characters, so that a match across the border is in one of two pieces. */
const before = 1_024;
const after = 1 << 14;
/** Number of bytes from which to detect the encoding, if it is not known. */
const headBytes = 8_000;

/** Splits the content of one file into pieces and passes on those with new lines. */
export class TextSplitter implements BlobSink {
  readonly #file: ExcludedFile;
  readonly #onPiece: (piece: TextPiece) => Promise<void>;
  /** The bytes so far, until the encoding is known. */
  #head: Buffer | undefined = Buffer.alloc(0);
  /** Undefined for a binary file. */
  #decoder: TextDecoder | undefined;
  #text = '';
  #from = 0;
  #linesBefore = 0;
  #columnsBefore = 0;

  constructor(file: ExcludedFile, onPiece: (piece: TextPiece) => Promise<void>) {
    this.#file = file;
    this.#onPiece = onPiece;
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.#head === undefined) {
      await this.#take(bytes);
      return;
    }
    this.#head = Buffer.concat([this.#head, bytes]);
    if (this.#head.length >= headBytes) await this.#begin(this.#head);
  }

  async end(): Promise<void> {
    if (this.#head !== undefined) await this.#begin(this.#head);
    if (this.#decoder === undefined) return;
    this.#text += this.#decoder.decode();
    await this.#emit(this.#text.length);
  }

  async #begin(head: Buffer): Promise<void> {
    this.#head = undefined;
    const encoding = this.#file.encoding ?? encodingOf(head);
    if (encoding === undefined) return;
    this.#decoder = new TextDecoder(encoding);
    await this.#take(head);
  }

  async #take(bytes: Buffer): Promise<void> {
    if (this.#decoder === undefined) return;
    this.#text += this.#decoder.decode(bytes, { stream: true });
    while (this.#text.length >= this.#from + window + after) {
      const to = this.#from + window;
      await this.#emit(to);
      this.#moveTo(to);
    }
  }

  async #emit(to: number): Promise<void> {
    const text = this.#text;
    const lines = text.split(/\r?\n/);
    const { path, added: all } = this.#file;
    const added = new Set<number>();
    for (let line = 1; line <= lines.length; line++)
      if (all === undefined || all.has(this.#linesBefore + line)) added.add(line);
    if (added.size === 0) return;
    const file: DiffFile = { path, text, lines, added, isExcluded: true };
    const [linesBefore, columnsBefore] = [this.#linesBefore, this.#columnsBefore];
    await this.#onPiece({ file, linesBefore, columnsBefore, from: this.#from, to });
  }

  /** Starts the next piece at an offset. */
  #moveTo(offset: number): void {
    const start = Math.max(0, offset - before);
    const gone = this.#text.slice(0, start);
    const last = gone.lastIndexOf('\n');
    this.#columnsBefore = last < 0 ? this.#columnsBefore + gone.length : gone.length - last - 1;
    for (let at = last; at >= 0; at = at === 0 ? -1 : gone.lastIndexOf('\n', at - 1)) this.#linesBefore++;
    this.#text = this.#text.slice(start);
    this.#from = offset - start;
  }
}
