import MarkdownIt from 'markdown-it';

// The renderer of the editor's Markdown preview.
const renderer = new MarkdownIt({ html: true, linkify: true });
renderer.linkify.set({ fuzzyLink: false });

/** HTML as the preview makes it. */
export function rendered(markdown: string): string {
  return renderer.render(markdown);
}

const written = /^(?:p|h[1-6]|ul|ol|li|blockquote|pre|code|em|strong|s|a|br|hr|table|thead|tbody|tr|th|td)$/;

/**
 * What of rendered Markdown loads something, runs something or leads anywhere but to an https address.
 * @param known tags that do none of it
 */
export function dangers(html: string, known = written): string[] {
  const tags = [...html.matchAll(/<(?!\/)([a-z][\w-]*)/gi)].map(match => match[1] ?? '');
  const links = [...html.matchAll(/\s(?:href|src|on\w+|style)="([^"]*)"/gi)].map(match => match[0].trim());
  return [
    ...tags.filter(tag => !known.test(tag)).map(tag => `<${tag}>`),
    ...links.filter(
      link => !link.startsWith('href="https://') && !/^style="text-align:(?:left|right|center)"$/.test(link),
    ),
  ];
}
