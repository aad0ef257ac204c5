// C0, C1 and the characters that reorder or hide text (bidi controls, zero width, soft hyphen, tags).
const unsafe =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/**
 * Foreign text as one safe line for labels, messages and the log: control, bidi and zero-width characters become one
 * space, runs of white space collapse, and what is longer than `limit` characters ends in an ellipsis.
 */
export function plainLine(text: string, limit = 300): string {
  const line = text
    .slice(0, limit * 8)
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}
