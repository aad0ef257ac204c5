const longestPattern = 300;
const longestText = 1_000;

/**
 * Whether text matches a pattern, case-insensitive: `**` matches any text, `*` any text without a slash, `?` one
 * character. Patterns come from workspace settings, so the time is bounded by the product of both lengths, which a
 * regular expression would not guarantee.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const tokens =
    pattern
      .slice(0, longestPattern)
      .toLowerCase()
      .match(/\*\*\/|\*+|[^*]/gsu) ?? [];
  const letters = Array.from(text.slice(0, longestText).toLowerCase());
  // Indexed by length: whether this prefix of the text matches the tokens so far.
  let fits = new Uint8Array(letters.length + 1);
  fits[0] = 1;
  for (const token of tokens) fits = after(token, fits, letters);
  return fits[letters.length] === 1;
}

function after(token: string, before: Uint8Array, letters: readonly string[]): Uint8Array<ArrayBuffer> {
  const fits = new Uint8Array(before.length);
  if (token === '**/') {
    // Any number of folders, including none.
    let begun = false;
    for (let length = 0; length < before.length; length++) {
      fits[length] = before[length] === 1 || (begun && letters[length - 1] === '/') ? 1 : 0;
      begun ||= before[length] === 1;
    }
    return fits;
  }
  const isStar = token.startsWith('*');
  for (let length = 0; length < before.length; length++) {
    const letter = letters[length - 1] ?? '';
    if (!isStar)
      fits[length] =
        length > 0 && before[length - 1] === 1 && (token === '?' ? letter !== '/' : token === letter) ? 1 : 0;
    else
      fits[length] =
        before[length] === 1 || (length > 0 && fits[length - 1] === 1 && (token.length > 1 || letter !== '/')) ? 1 : 0;
  }
  return fits;
}
