import { createRequire } from 'node:module';

interface Renderer {
  readonly linkify: { set(options: { readonly fuzzyLink: boolean }): void };
  render(markdown: string): string;
}

// The renderer of the editor's Markdown preview, which the packaging tool brings along for README files.
const load = createRequire(createRequire(import.meta.url).resolve('@vscode/vsce/package.json'));
const create = load('markdown-it') as (options: Readonly<Record<string, boolean>>) => Renderer;
const renderer = create({ html: true, linkify: true });
renderer.linkify.set({ fuzzyLink: false });

/** HTML as the preview makes it. */
export function rendered(markdown: string): string {
  return renderer.render(markdown);
}

/** What of rendered Markdown loads something, runs something or leads anywhere but to an https address. */
export function dangers(html: string): string[] {
  const tags = [...html.matchAll(/<(?!\/)([a-z][\w-]*)/gi)].map(match => match[1] ?? '');
  const known = /^(?:p|h[1-6]|ul|ol|li|blockquote|pre|code|em|strong|s|a|br|hr|table|thead|tbody|tr|th|td)$/;
  const links = [...html.matchAll(/\s(?:href|src|on\w+|style)="([^"]*)"/gi)].map(match => match[0].trim());
  return [
    ...tags.filter(tag => !known.test(tag)).map(tag => `<${tag}>`),
    ...links.filter(
      link => !link.startsWith('href="https://') && !/^style="text-align:(?:left|right|center)"$/.test(link),
    ),
  ];
}
