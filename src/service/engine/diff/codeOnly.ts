const notCode = /#[^\r\n]*|("""|''')(?:\\[^]|(?!\1)[^\\])*(?:\1|$)|"(?:\\[^]|[^"\\\r\n])*"?|'(?:\\[^]|[^'\\\r\n])*'?/g;

let known = { text: '', code: '' };

/**
 * Python with comments and the contents of texts blanked out; line breaks, quotes and all other characters stay in place.
 * Keeps that of the last file.
 */
export function codeOnly(text: string): string {
  if (known.text !== text) known = { text, code: blanked(text) };
  return known.code;
}

function blanked(text: string): string {
  return text.replace(notCode, part => {
    const blank = part.replace(/[^\r\n]+/g, run => ' '.repeat(run.length));
    return part.startsWith('#') || part.length < 2 ? blank : `"${blank.slice(1, -1)}"`;
  });
}
