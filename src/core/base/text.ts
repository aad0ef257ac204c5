// C0, C1 and the characters that reorder or hide text (bidi controls, zero width, soft hyphen, tags, selectors).
const characters = String.raw`\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}`;
const unsafe = new RegExp(`[${characters}]+`, 'gu');
const hidden = new RegExp(`(?![\\t\\n\\r])[${characters}]`, 'gu');

/** Visible ASCII with a space between words. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

/**
 * Turns untrusted text into one safe line for labels, messages and the log: control, bidi and zero-width characters
 * become a space, runs of white space collapse, and text over `limit` characters is truncated with an ellipsis.
 */
export function plainLine(text: string, limit = 300): string {
  // As most text is.
  if (text.length <= limit && plain.test(text)) return text;
  const line = text
    .slice(0, limit * 8)
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = Array.from(line);
  return letters.length <= limit ? line : `${letters.slice(0, limit - 1).join('')}…`;
}

/** Like `plainLine`, for editor messages: VS Code turns `[text](command:…)` into a link that runs the command. */
export function plainMessage(text: string, limit?: number): string {
  return plainLine(text, limit).replaceAll('](', '] (');
}

/** Like `plainLine`, for labels in which VS Code draws an icon for `$(name)`: items of quick picks, the status bar. */
export function plainLabel(text: string, limit?: number): string {
  return plainLine(text, limit).replaceAll('$(', '$ (');
}

/**
 * Makes invisible characters visible, for readers such as language models: each control, bidi and zero-width character
 * except tabs and line breaks becomes its name, such as `[U+202E]`.
 */
export function escapeInvisible(text: string): string {
  return text.replace(
    hidden,
    character => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}

/** Truncates text to a number of UTF-16 code units, with an ellipsis. */
export function truncate(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
