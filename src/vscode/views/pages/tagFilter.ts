const tag = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)(\s[^<>]*)?\/?>/gi;

/** Tags that give text its form. Shown without their attributes, but for the https address of a link. */
const shown = new Set(
  'a b blockquote br code del details em h1 h2 h3 h4 h5 h6 hr i ins kbd li ol p pre s samp strong sub summary sup table tbody td th thead tr ul'.split(
    ' ',
  ),
);
/** Tags that only arrange text. Left out, their content stays. */
const dropped = new Set('center div font picture small source span u'.split(' '));
const empty = new Set(['br', 'hr']);
const address = /\shref\s*=\s*"(https:\/\/[^\s"'<>\\]+)"/i;

/**
 * Filters the HTML in untrusted Markdown: keeps known tags without attributes, leaves comments out, and shows everything
 * else as text. Tags that are never closed are closed at the end, so that they form nothing behind this text.
 */
export class TagFilter {
  readonly #open: string[] = [];

  /** Returns safe HTML for a piece of HTML. */
  filter(html: string): string {
    let result = '';
    let end = 0;
    for (const match of html.matchAll(tag)) {
      const [whole, slash, name, attributes] = match;
      result += asText(html.slice(end, match.index)) + this.#tag(whole, slash === '/', name?.toLowerCase(), attributes);
      end = match.index + whole.length;
    }
    return result + asText(html.slice(end));
  }

  /** Returns the tags that close what is still open. */
  end(): string {
    return this.#open
      .splice(0)
      .reverse()
      .map(name => `</${name}>`)
      .join('');
  }

  #tag(whole: string, isEnd: boolean, name: string | undefined, attributes = ''): string {
    if (name === undefined || dropped.has(name)) return '';
    if (!shown.has(name)) return asText(whole);
    if (empty.has(name)) return `<${name}>`;
    if (!isEnd) {
      this.#open.push(name);
      const [, url] = name === 'a' ? (address.exec(attributes) ?? []) : [];
      return url === undefined ? `<${name}>` : `<${name} href="${url}">`;
    }
    const at = this.#open.lastIndexOf(name);
    if (at < 0) return '';
    return this.#open
      .splice(at)
      .reverse()
      .map(each => `</${each}>`)
      .join('');
  }
}

/** Entities stay what they are. */
function asText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
