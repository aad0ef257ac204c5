const texts = /"[^"]*"|'[^']*'|`[^`]*`/g;
/** Most characters of code that people write on one line, apart from texts. */
const longest = 1_000;

/** Whether a tool wrote a line of code. People meant none of what is there, and cannot change it. */
export function isMinifiedLine(line: string): boolean {
  return line.length > longest && line.replace(texts, '').length > longest;
}
