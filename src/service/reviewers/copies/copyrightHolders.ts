const longestLine = 300;

const mark = /(?<![a-z])copyright(?![a-z])|\bSPDX-FileCopyrightText\b|©|\(c\)(?=\s*(?:19|20)\d\d)/i;
/** What stands between the mark and the name: more marks, years, small words. */
const before = /^(?:[\s:;,.*_='"–—-]+|copyright\b|©|\(c\)|\d{4}\b|(?:present|today|now|by|the)\b)/i;
/** What ends a name. */
const after = /\s*(?:[<(,;"'*@]|\.(?:\s|$)|\s-|\b(?:all rights|and|under|licen[cs]ed?|https?:)).*$/i;
const name = /^(?!notice|holder|owner|law\b)\p{Lu}[\p{L}\p{M}\d.&’-]*(?: [\p{L}\p{M}\d.&’-]+){0,5}$/iu;
const shortestName = 5;

/** The names that copyright lines have, as they are written there. @param text the top of a file */
export function copyrightHolders(text: string): string[] {
  const lines = text.split(/\r?\n/).filter(({ length }) => length <= longestLine);
  const names = lines.flatMap(line => {
    const found = mark.exec(line);
    return found === null ? [] : [nameIn(line.slice(found.index + found[0].length))];
  });
  return [...new Set(names)].filter(each => each.length >= shortestName && name.test(each));
}

function nameIn(text: string): string {
  let rest = text;
  for (let found = before.exec(rest); found !== null; found = before.exec(rest)) rest = rest.slice(found[0].length);
  return rest.replace(after, '').trim();
}
