// Sanitizes GitHub-flavoured Markdown. Renderers disagree on corner cases, so the result is unambiguous: a code block
// begins at the start of a line, a code span ends on its own line, every other backtick is escaped, and outside of code
// only text and https links are left.
const fence = /^[ \t]*(`{3,}|~{3,})(.*)$/s;
// A backslash or a tilde may escape the opening backtick. Treated as text, which is always safe.
const inlineCode = /(?<![\\`~])(`+)(?!`)(?:.*?[^`])\1(?!`)/gs;
const linkInCode = /!\[|\]\(|<[a-z][a-z0-9+.-]*:/i;
const safeLink = /\[((?:[^[\]\\]|\\.)*)\]\((https:\/\/[^\s()<>[\]\\`$|"']+)\)/g;
// Control characters, and characters that change the text direction.
const hidden = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu;
const deeplyNested = /^(?:[ \t]*(?:>|(?:[+*-]|\d{1,9}[.)])(?=[ \t]))){12}/;
const longest = 20_000;
// Rendering time is quadratic in these.
const mostColumns = 30;
const mostMarks = 600;

/**
 * Makes untrusted Markdown safe to render: no HTML, no images (they would be fetched), only https links, no link
 * definitions, no formulas. Code blocks and code spans are kept. Long text is truncated.
 */
export function sanitizeMarkdown(markdown: string): string {
  const cut = markdown.length > longest ? `${markdown.slice(0, longest)}\n\n…` : markdown;
  const escape = new Escape();
  const lines: string[] = [];
  let open: string | undefined;
  const given = visibleText(cut).split(/\r\n|\n|\r/);
  for (const [index, line] of given.entries()) {
    const [, marks = '', rest = ''] = fence.exec(line) ?? [];
    if (open !== undefined) {
      const closes = marks.startsWith(open) && rest.trim() === '';
      lines.push(closes ? open : line);
      if (closes) open = undefined;
    } else if (marks === '' || index === given.length - 1 || (marks.startsWith('`') && rest.includes('`'))) {
      // A fence on the last line opens an empty block, which would swallow the text that follows this one.
      lines.push(escape.line(line));
    } else {
      open = marks;
      // A blank line ends any paragraph or list before the block.
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
      lines.push(marks + (/^\s*[\w+#.-]*/.exec(rest)?.[0] ?? ''));
    }
  }
  if (open !== undefined) lines.push(open);
  return lines.join('\n');
}

/** Makes control characters, and characters that change the text direction, visible. */
export function visibleText(text: string): string {
  return text.replace(hidden, '\ufffd');
}

/** Escapes the text outside of code blocks. */
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
      // Table cells are split at `|` before code spans are parsed, and a link around a code span wins over it.
      if (code.includes('|') ? this.#text(code) !== withoutMarks(code) : linkInCode.test(code)) continue;
      const before = line.slice(end, match.index);
      // A bare URL would include the backtick that follows it.
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
    const parts = this.#escaped(kept).split('\u0000');
    return parts.map((part, index) => (index % 2 === 0 ? part : (links[Number(part)] ?? ''))).join('');
  }

  /** Escapes with entities: a backslash could itself be escaped by a backslash in the text. */
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

/** Escapes the marks of code spans and formulas. */
function withoutMarks(text: string): string {
  return text.replaceAll('`', '&#96;').replaceAll('$', '&#36;');
}
