const lineFeed = 10;
const found = /^[\da-f]{40,64} \w+ (\d+)$/;

/** Tells where what `git cat-file` answers to some lines ends, in chunks of any size. */
export class AnswerEnd {
  /** Answers left. */
  #left: number;
  readonly #hasContents: boolean;
  #header = '';
  /** Bytes left of an object, including the line break after it. */
  #content = 0;

  /**
   * @param lines number of lines that git was asked
   * @param hasContents whether each object that is there follows its line, as for `--batch`
   */
  constructor(lines: number, hasContents: boolean) {
    this.#left = lines;
    this.#hasContents = hasContents;
  }

  /** Takes the next chunk. @returns whether the answer is whole */
  isReachedBy(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length;) at = this.#content > 0 ? this.#skip(chunk, at) : this.#readLine(chunk, at);
    return this.#left === 0;
  }

  #skip(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + this.#content);
    this.#content -= end - at;
    if (this.#content === 0) this.#left--;
    return end;
  }

  #readLine(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(lineFeed, at);
    if (this.#hasContents) this.#header += chunk.toString('latin1', at, end < 0 ? chunk.length : end);
    if (end < 0) return chunk.length;
    const size = found.exec(this.#header)?.[1];
    this.#header = '';
    if (size === undefined) this.#left--;
    else this.#content = Number(size) + 1;
    return end + 1;
  }
}
