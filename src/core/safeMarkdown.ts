// GitHub-flavoured Markdown as editors render it: what is not code is escaped until only text and https links are left.
const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
// A backslash may take the meaning from the opening mark: such a span is treated as text, which is always safe.
const inlineCode = /(?<![\\`])(`+)(?!`)(?:.*?[^`])\1(?!`)/g;
const safeLink = /\[((?:[^[\]\\]|\\.)*)\]\((https:\/\/[^\s()<>\\]+)\)/g;
const longest = 20_000;

/**
 * Foreign Markdown made safe to render: no HTML, no images (they would be fetched), no links but https, no link
 * definitions. Code blocks and code spans stay as they are. Longer texts are cut.
 */
export function safeMarkdown(markdown: string): string {
  const cut = markdown.length > longest ? `${markdown.slice(0, longest)}\n\n…` : markdown;
  let open: string | undefined;
  const lines = cut.split(/\r\n|\n|\r/).map(line => {
    const [, marks = '', rest = ''] = fence.exec(line) ?? [];
    if (open === undefined) {
      if (marks === '' || (marks.startsWith('`') && rest.includes('`')))
        return outsideSpans(line, inlineCode, safeText);
      open = marks;
      return marks + (/^\s*[\w+#.-]*/.exec(rest)?.[0] ?? '');
    }
    if (marks.startsWith(open) && rest.trim() === '') open = undefined;
    return line;
  });
  if (open !== undefined) lines.push(open);
  return lines.join('\n');
}

function safeText(text: string): string {
  const links: string[] = [];
  const kept = text.replaceAll('![', '[').replace(safeLink, (_link, label: string, url: string) => {
    links.push(`[${escapeText(label)}](${url})`);
    return `\u0000${links.length - 1}\u0000`;
  });
  // eslint-disable-next-line no-control-regex -- a mark that text does not hold
  return escapeText(kept).replace(/\u0000(\d+)\u0000/g, (_mark, index: string) => links[Number(index)] ?? '');
}

/** Takes the meaning from everything that could become HTML, a link, a link definition or an automatic link. */
function escapeText(text: string): string {
  return text
    .replaceAll('<', '&lt;')
    .replace(/\](?=[([:])/g, '\\]')
    .replace(/\b(?!https:)([a-z][a-z0-9+.-]*):(?=\/\/)/gi, '$1&#58;')
    .replace(/\bwww\./gi, 'www&#46;')
    .replace(/(?<=[\w.+-])@(?=[\w-]+\.)/g, '&#64;');
}

/** Applies `change` to what lies outside the matches of `kept`. */
function outsideSpans(text: string, kept: RegExp, change: (part: string) => string): string {
  const clean = text.replaceAll('\u0000', '');
  let result = '';
  let end = 0;
  for (const match of clean.matchAll(kept)) {
    result += change(clean.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return result + change(clean.slice(end));
}
