const lineBreak = /\r\n|\n|\r/;
const loneReturn = /\r(?!\n)/;

/**
 * Splits text into lines as VS Code counts them: CRLF, LF and a lone CR end a line, U+2028 does not, and a byte order
 * mark at the start belongs to no line. Text that ends with a line break has an empty last line.
 */
export function splitLines(text: string): string[] {
  return (text.startsWith('\ufeff') ? text.slice(1) : text).split(lineBreak);
}

/**
 * Where the lines that git counts begin among those that editors count. They differ only where the text holds lone
 * CRs, which end no line for git.
 * @returns the editor line of each git line, both from 0; undefined where both count alike
 */
export function gitLineStarts(text: string): readonly number[] | undefined {
  if (!loneReturn.test(text)) return undefined;
  let next = 0;
  return text.split('\n').map(line => {
    const start = next;
    next += line.split(/\r(?=[^])/).length;
    return start;
  });
}
