import * as espree from 'espree';

/**
 * A script with its comments in the form of HTML blanked out, which engines ignore outside of modules and no other parser
 * knows: `<!-- old`. Offsets stay.
 */
export function withoutHtmlComments(text: string): string {
  if (!/<!--|^[ \t]*-->/m.test(text)) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const [start, end] of htmlComments(text)) {
    pieces.push(text.slice(at, start), ' '.repeat(end - start));
    at = end;
  }
  return pieces.join('') + text.slice(at);
}

function htmlComments(text: string): (readonly [start: number, end: number])[] {
  try {
    const program = espree.parse(text, { sourceType: 'commonjs', ecmaVersion: 'latest', comment: true, range: true });
    const { comments } = program as typeof program & { readonly comments: readonly { range: [number, number] }[] };
    return comments.map(({ range }) => range).filter(([start]) => /^(?:<!--|-->)/.test(text.slice(start, start + 4)));
  } catch {
    return [];
  }
}
