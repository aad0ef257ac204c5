import MarkdownIt, { type Token } from 'markdown-it';
import { visibleText } from '../../../core/render/sanitizeMarkdown.ts';
import { escapeHtml } from './pageHtml.ts';
import { TagFilter } from './tagFilter.ts';

const longest = 60_000;

/**
 * Renders untrusted Markdown to HTML that is safe to show: https links only, no images (they would be fetched), and of
 * HTML only tags that give text its form, without attributes. `<details>` stays folded.
 */
export function foreignHtml(markdown: string): string {
  const cut = markdown.length > longest ? `${markdown.slice(0, longest)}\n\n…` : markdown;
  const tags = new TagFilter();
  const env = { tags };
  return renderer().render(visibleText(cut), env) + tags.end();
}

/** The same for one line, without paragraphs. */
export function foreignInline(markdown: string): string {
  const tags = new TagFilter();
  const env = { tags };
  return renderer().renderInline(visibleText(markdown), env) + tags.end();
}

let made: MarkdownIt | undefined;

function renderer(): MarkdownIt {
  return (made ??= makeRenderer());
}

function makeRenderer(): MarkdownIt {
  const markdown = new MarkdownIt({ html: true, linkify: true });
  markdown.validateLink = url => /^https:\/\/[^\s"'<>\\]+$/i.test(url);
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const filtered = (tokens: readonly Token[], index: number, _options: unknown, env: { readonly tags: TagFilter }) =>
    env.tags.filter(tokens[index]?.content ?? '');
  const { rules } = markdown.renderer;
  rules.html_block = filtered;
  rules.html_inline = filtered;
  rules.image = (tokens, index) => escapeHtml(tokens[index]?.content ?? '');
  // The page allows no styles but its own.
  for (const name of ['th_open', 'td_open']) rules[name] = () => `<${name.slice(0, 2)}>`;
  return markdown;
}
