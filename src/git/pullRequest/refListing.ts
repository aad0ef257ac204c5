const newline = 10;

/**
 * The output of `git ls-remote`, one `COMMIT<tab>NAME` per line. There may be hundreds of thousands of refs, so it
 * stays a buffer that is searched, and only matches become text.
 */
export class RefListing {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The commit of a ref by its full name. */
  commitOf(ref: string): string | undefined {
    for (const line of this.#linesWith(`\t${ref}\n`)) return line.slice(0, line.indexOf('\t'));
    return undefined;
  }

  /** Full names of the refs that are at a commit. */
  namesAt(commit: string): string[] {
    return [...this.#linesWith(`${commit}\t`)]
      .filter(line => line.startsWith(commit))
      .map(line => line.slice(commit.length + 1));
  }

  /** Full names of the refs below a folder, which ends with a slash. */
  *namesBelow(folder: string): Generator<string> {
    for (const line of this.#linesWith(`\t${folder}`)) yield line.slice(line.indexOf('\t') + 1);
  }

  /** Whether there is a ref whose name has this suffix and satisfies `isWanted`. */
  some(end: string, isWanted: (ref: string) => boolean): boolean {
    for (const line of this.#linesWith(`${end}\n`)) if (isWanted(line.slice(line.indexOf('\t') + 1))) return true;
    return false;
  }

  *#linesWith(text: string): Generator<string> {
    const wanted = Buffer.from(text);
    let at = this.#bytes.indexOf(wanted);
    while (at >= 0) {
      const start = at === 0 ? 0 : this.#bytes.lastIndexOf(newline, at - 1) + 1;
      const found = this.#bytes.indexOf(newline, at);
      const end = found < 0 ? this.#bytes.length : found;
      yield this.#bytes.toString('utf8', start, end);
      at = this.#bytes.indexOf(wanted, end);
    }
  }
}
