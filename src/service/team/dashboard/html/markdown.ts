import MarkdownIt from 'markdown-it';
import { raw } from 'hono/html';
import { escapeInvisible, truncate } from '../../../../core/base/text.ts';
import type { Html } from './html.ts';

const longest = 20_000;
let renderer: MarkdownIt | undefined;

/** Renders untrusted Markdown: HTML in it is shown as text, pictures as their description, and only https is linked. */
export function markdown(text: string): Html {
  renderer ??= makeRenderer();
  return raw(renderer.render(escapeInvisible(truncate(text, longest))));
}

/** The same for one line, without a paragraph around it. */
export function markdownLine(text: string): Html {
  renderer ??= makeRenderer();
  return raw(renderer.renderInline(escapeInvisible(truncate(text, longest))));
}

function makeRenderer(): MarkdownIt {
  const made = new MarkdownIt({ html: false, linkify: true });
  made.validateLink = address => /^https:\/\/[^\s"'<>\\]+$/i.test(address);
  made.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const { rules } = made.renderer;
  rules.image = (tokens, index) => made.utils.escapeHtml(tokens[index]?.content ?? '');
  // The page's own headings come first, and its policy allows no style in an element.
  rules['heading_open'] = () => '<p><strong>';
  rules['heading_close'] = () => '</strong></p>';
  for (const name of ['th_open', 'td_open']) rules[name] = () => `<${name.slice(0, 2)}>`;
  // Wide blocks scroll, so they have to be reached by keyboard.
  const code: NonNullable<typeof rules.fence> = (tokens, index) =>
    `<pre tabindex="0"><code>${made.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>`;
  rules.fence = code;
  rules.code_block = code;
  return made;
}
