const lineBreak = /\r\n|\n|\r/;
const gitLineBreak = /\r?\n/;

/**
 * Splits text into lines as VS Code does: CRLF, LF and a lone CR end a line, U+2028 does not, and a byte order mark at
 * the start is dropped. Text that ends with a line break has an empty last line.
 */
export function splitLines(text: string): string[] {
  return withoutByteOrderMark(text).split(text.includes('\r') ? lineBreak : '\n');
}

/** Splits text into lines as git and services do: a lone CR does not end a line. */
export function splitGitLines(text: string): string[] {
  return withoutByteOrderMark(text).split(text.includes('\r') ? gitLineBreak : '\n');
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
