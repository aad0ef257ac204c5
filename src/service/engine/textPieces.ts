import { TextDecoder } from 'node:util';
import type { BlobSink } from './blobStream.ts';
import type { LeftOutFile, Piece } from './leftOut.ts';

/** Characters that a piece answers for. */
const window = 1 << 19;
/** Characters that it sees before and after, so that what lies across a border is seen as a whole by one of the two. */
const before = 1_024;
const after = 1 << 14;
/** A file with a NUL byte among its first bytes is no text, as for git. */
const headBytes = 8_000;

/** Cuts the content of one file into pieces and hands over those with new lines. */
export class TextPieces implements BlobSink {
  readonly #file: LeftOutFile;
  readonly #onPiece: (piece: Piece) => Promise<void>;
  /** Bytes until it is known whether they are text. */
  #head: Buffer | undefined = Buffer.alloc(0);
  /** Undefined for what is no text. */
  #decoder: TextDecoder | undefined;
  #text = '';
  #from = 0;
  #linesBefore = 0;
  #columnsBefore = 0;

  constructor(file: LeftOutFile, onPiece: (piece: Piece) => Promise<void>) {
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
    const encoding = encodingOf(head);
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
    const file = { path, text, lines, added };
    const [linesBefore, columnsBefore] = [this.#linesBefore, this.#columnsBefore];
    await this.#onPiece({ file, linesBefore, columnsBefore, from: this.#from, to });
  }

  /** The next piece begins at this offset. */
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

function encodingOf(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return head.subarray(0, headBytes).includes(0) ? undefined : 'utf-8';
}
