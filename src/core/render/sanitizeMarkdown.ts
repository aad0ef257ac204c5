// GitHub-flavoured Markdown as editors render it. Renderers do not agree on every corner of it, so the text is put into a
// form that leaves them no choice: code begins at the start of a line or ends on the one it began on, every other mark
// of code is escaped, and so is what is not code until only text and https links are left.
const fence = /^[ \t]*(`{3,}|~{3,})(.*)$/s;
// A backslash or a tilde may take the meaning from the opening mark: such a span is text, which is always safe.
const inlineCode = /(?<![\\`~])(`+)(?!`)(?:.*?[^`])\1(?!`)/gs;
const linkInCode = /!\[|\]\(|<[a-z][a-z0-9+.-]*:/i;
const safeLink = /\[((?:[^[\]\\]|\\.)*)\]\((https:\/\/[^\s()<>[\]\\`$|"']+)\)/g;
// Control characters, and those that turn the direction of what follows.
const hidden = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu;
const deeplyNested = /^(?:[ \t]*(?:>|(?:[+*-]|\d{1,9}[.)])(?=[ \t]))){12}/;
const longest = 20_000;
// Renderers need time by the square of these.
const mostColumns = 30;
const mostMarks = 600;

/**
 * Foreign Markdown made safe to render: no HTML, no images (they would be fetched), no links but https, no link
 * definitions, no formulas. Code blocks and code spans stay as they are. Longer texts are cut.
 */
export function safeMarkdown(markdown: string): string {
  const cut = markdown.length > longest ? `${markdown.slice(0, longest)}\n\n…` : markdown;
  const escape = new Escape();
  const lines: string[] = [];
  let open: string | undefined;
  const given = cut.replace(hidden, '\ufffd').split(/\r\n|\n|\r/);
  for (const [index, line] of given.entries()) {
    const [, marks = '', rest = ''] = fence.exec(line) ?? [];
    if (open !== undefined) {
      const closes = marks.startsWith(open) && rest.trim() === '';
      lines.push(closes ? open : line);
      if (closes) open = undefined;
    } else if (marks === '' || index === given.length - 1 || (marks.startsWith('`') && rest.includes('`'))) {
      // One that begins on the last line holds nothing, and would take in what this text is put before.
      lines.push(escape.line(line));
    } else {
      open = marks;
      // Nothing before it is left open that it could become a part of.
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
      lines.push(marks + (/^\s*[\w+#.-]*/.exec(rest)?.[0] ?? ''));
    }
  }
  if (open !== undefined) lines.push(open);
  return lines.join('\n');
}

/** Takes the meaning from what is outside of code blocks. */
class Escape {
  #marks = 0;

  line(line: string): string {
    const [nested] = deeplyNested.exec(line) ?? [];
    const text = nested === undefined ? line : `… ${line.slice(nested.length)}`;
    const columns = text.split('|').length - 1;
    return this.#spans(columns > mostColumns ? text.replaceAll('|', '&#124;') : text);
  }

  #spans(line: string): string {
    let result = '';
    let end = 0;
    for (const match of line.matchAll(inlineCode)) {
      const [code] = match;
      // A table is cut at its bars before anything is taken for code, and what stands around may win over code too.
      if (code.includes('|') ? this.#text(code) !== withoutMarks(code) : linkInCode.test(code)) continue;
      const before = line.slice(end, match.index);
      // An address would take the mark of the code for a part of itself.
      result += this.#text(before) + (/https:\S*$/i.test(before) ? ' ' : '') + code;
      end = match.index + code.length;
    }
    return result + this.#text(line.slice(end));
  }

  #text(text: string): string {
    const links: string[] = [];
    const kept = text.replace(/!(?=\[)/g, '&#33;').replace(safeLink, (_link, label: string, url: string) => {
      links.push(`[${this.#escaped(label)}](${url})`);
      return `\u0000${links.length - 1}\u0000`;
    });
    // eslint-disable-next-line no-control-regex -- a mark that text does not hold
    return this.#escaped(kept).replace(/\u0000(\d+)\u0000/g, (_mark, index: string) => links[Number(index)] ?? '');
  }

  /** By entities, since a backslash before a mark would take the meaning from a backslash that is put there. */
  #escaped(text: string): string {
    return withoutMarks(text)
      .replace(/[*_~]/g, mark => (++this.#marks > mostMarks ? `&#${mark.charCodeAt(0)};` : mark))
      .replaceAll('<', '&lt;')
      .replace(/\](?=[([:])/g, '&#93;')
      .replace(/~(?=~~)/g, '&#126;')
      .replace(/(?<!https):(?=\/\/)/gi, '&#58;')
      .replace(/(?<![a-z0-9:/.%-])\/\/(?=[\w-])/gi, '/&#47;')
      .replace(/(?<=www)\./gi, '&#46;')
      .replace(/(?<=[\w.+-])@(?=[\w-]+\.)/g, '&#64;');
  }
}

/** Code and formulas that are not recognised here are none. */
function withoutMarks(text: string): string {
  return text.replaceAll('`', '&#96;').replaceAll('$', '&#36;');
}
