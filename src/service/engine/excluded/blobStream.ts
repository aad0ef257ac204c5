/** Receives the content of one object. */
export interface BlobSink {
  write(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
}

const lineFeed = 10;

/** Parses the output of `git cat-file --batch`, in chunks of any size. */
export class BlobStream {
  readonly #sinkFor: (index: number) => BlobSink | undefined;
  readonly #onMissing: (index: number) => void;
  #index = 0;
  #header = '';
  #sink: BlobSink | undefined;
  /** Bytes left of the object, including the line break after it; 0 while reading a header. */
  #left = 0;

  /**
   * @param sinkFor returns the receiver of the object that was requested at this index
   * @param onMissing called with the index of an object that git does not have, as in a partial clone, or that is no blob
   */
  constructor(sinkFor: (index: number) => BlobSink | undefined, onMissing: (index: number) => void) {
    this.#sinkFor = sinkFor;
    this.#onMissing = onMissing;
  }

  async write(chunk: Buffer): Promise<void> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#left === 0) at = this.#readHeader(chunk, at);
      else at = await this.#readContent(chunk, at);
    }
  }

  #readHeader(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(lineFeed, at);
    this.#header += chunk.toString('latin1', at, end < 0 ? chunk.length : end);
    if (end < 0) return chunk.length;
    const [, type, size] = /^\S+ (\w+) (\d+)$/.exec(this.#header) ?? [];
    this.#header = '';
    const index = this.#index++;
    if (type !== 'blob') this.#onMissing(index);
    if (size === undefined) return end + 1;
    this.#left = Number(size) + 1;
    this.#sink = type === 'blob' ? this.#sinkFor(index) : undefined;
    return end + 1;
  }

  async #readContent(chunk: Buffer, at: number): Promise<number> {
    const end = Math.min(chunk.length, at + this.#left);
    this.#left -= end - at;
    const content = chunk.subarray(at, this.#left === 0 ? end - 1 : end);
    if (content.length > 0) await this.#sink?.write(content);
    if (this.#left === 0) await this.#sink?.end();
    return end;
  }
}
