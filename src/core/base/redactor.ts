/** Takes known secrets out of text by value, wherever they came in. */
export class Redactor {
  /** Every spelling that a secret may have come in as, the longest first: one may begin with another. */
  #spellings: readonly string[] = [];

  /** From now on this value never passes `redact`. */
  add(secret: string): void {
    if (secret === '' || this.#spellings.includes(secret)) return;
    const encoded = encodeURIComponent(secret);
    const lowerCase = encoded.replace(/%[0-9A-F]{2}/g, byte => byte.toLowerCase());
    const quoted = JSON.stringify(secret).slice(1, -1);
    const all = new Set([...this.#spellings, secret, encoded, lowerCase, quoted]);
    this.#spellings = [...all].sort((a, b) => b.length - a.length);
  }

  redact(text: string): string {
    return this.#spellings.reduce((clean, spelling) => clean.replaceAll(spelling, '[key]'), text);
  }
}
