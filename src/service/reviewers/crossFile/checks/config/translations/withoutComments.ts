/** A text of JavaScript or a template, of the same length, with blanks for its comments. */
export function withoutComments(source: string): string {
  const blocks = blank(blank(source, '/*', '*/'), '<!--', '-->');
  return blocks.replace(
    /(^|[\s;{}(),])\/\/.*$/gm,
    (comment, before: string) => before + blanks(comment.slice(before.length)),
  );
}

function blank(source: string, open: string, close: string): string {
  let [result, from] = ['', 0];
  for (;;) {
    const start = source.indexOf(open, from);
    const end = start < 0 ? -1 : source.indexOf(close, start + open.length);
    if (end < 0) return result + source.slice(from);
    result += source.slice(from, start) + blanks(source.slice(start, end + close.length));
    from = end + close.length;
  }
}

function blanks(comment: string): string {
  return comment.replace(/[^\n]/g, ' ');
}
