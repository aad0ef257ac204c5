const lineBreak = /\r\n|\n|\r/;

/**
 * Splits text into lines as VS Code counts them: CRLF, LF and a lone CR end a line, U+2028 does not, and a byte order
 * mark at the start belongs to no line. Text that ends with a line break has an empty last line.
 */
export function splitLines(text: string): string[] {
  return withoutByteOrderMark(text).split(lineBreak);
}

/** The same as git and services count them: a lone CR ends no line. */
export function splitGitLines(text: string): string[] {
  return withoutByteOrderMark(text).split(/\r?\n/);
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
