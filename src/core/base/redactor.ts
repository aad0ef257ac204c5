/** Removes known secrets from text, wherever the text came from. */
export class Redactor {
  /** Every encoding in which a secret may occur, longest first, since one may be a prefix of another. */
  #spellings: readonly string[] = [];

  /** Adds a secret; from now on `redact` removes it. */
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
