import type { SyntaxNode } from '@lezer/common';
import type { Span } from '../facts.ts';
import type { Source } from '../source/parse.ts';

const dotted = /^["'](?=.{3,120}$)([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)["']$/;
/** Texts of one file. */
const most = 2_000;

/** The texts of a file that look like the dotted path of a name, with the place of each. */
export function dottedTexts(source: Source): (readonly [text: string, at: Span])[] {
  const found: (readonly [text: string, at: Span])[] = [];
  const cursor = source.root.cursor();
  do {
    if (cursor.name !== 'String' || cursor.to - cursor.from > 122) continue;
    const node: SyntaxNode = cursor.node;
    const [, text] = dotted.exec(source.text(node)) ?? [];
    if (text !== undefined) found.push([text, source.span(node)]);
  } while (found.length < most && cursor.next());
  return found;
}
