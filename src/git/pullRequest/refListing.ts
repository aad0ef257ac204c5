const newline = 10;

/**
 * Refs and their commits as `git ls-remote` prints them, one `COMMIT<tab>NAME` a line. There may be hundreds of
 * thousands: they are kept as the bytes they came as, and only what is looked for becomes text.
 */
export class RefListing {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The commit of a ref, given by its full name. */
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

  /** Whether there is a ref whose name ends so and passes `isWanted`. */
  some(end: string, isWanted: (ref: string) => boolean): boolean {
    for (const line of this.#linesWith(`${end}\n`)) if (isWanted(line.slice(line.indexOf('\t') + 1))) return true;
    return false;
  }

  *#linesWith(text: string): Generator<string> {
    const wanted = Buffer.from(text);
    let at = this.#bytes.indexOf(wanted);
    while (at >= 0) {
      const start = this.#bytes.lastIndexOf(newline, at - 1) + 1;
      const found = this.#bytes.indexOf(newline, at);
      const end = found < 0 ? this.#bytes.length : found;
      yield this.#bytes.toString('utf8', start, end);
      at = this.#bytes.indexOf(wanted, end);
    }
  }
}
