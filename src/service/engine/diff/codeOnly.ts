import { ofLastText } from '../../../core/base/lazy.ts';

const notCode = /#[^\r\n]*|("""|''')(?:\\[^]|(?!\1)[^\\])*(?:\1|$)|"(?:\\[^]|[^"\\\r\n])*"?|'(?:\\[^]|[^'\\\r\n])*'?/g;

/** Python with comments and the contents of texts blanked out; line breaks, quotes and all other characters stay in place. */
export const codeOnly = ofLastText(text =>
  text.replace(notCode, part => {
    const blank = part.replace(/[^\r\n]+/g, run => ' '.repeat(run.length));
    return part.startsWith('#') || part.length < 2 ? blank : `"${blank.slice(1, -1)}"`;
  }),
);
