import { html as escaping } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { escapeInvisible } from '../../../../core/base/text.ts';

/** Finished HTML. */
export type Html = HtmlEscapedString;

/** What may stand in a template: text, which is escaped, finished HTML, nothing, or a list of these. */
export type Content = Html | string | number | false | undefined | readonly Content[];

/**
 * Tag of templates that give HTML. Text in them is escaped, and control characters and those that change the direction
 * of text are shown as `[U+202E]`: it may come from anyone.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  // A promise is returned only for a promise among the values.
  return escaping(strings, ...values.map(visible)) as Html;
}

/** An attribute of an element, with a space before it; nothing if it has no value. */
export function attribute(name: string, value: string | number | boolean | undefined): Html | undefined {
  if (value === undefined || value === false) return undefined;
  return value === true ? html` ${name}` : html` ${name}="${String(value)}"`;
}

/** Content with something between its parts. */
export function join(parts: readonly Content[], separator: Content): Content {
  return parts
    .filter(part => part !== undefined && part !== false)
    .flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

function visible(content: Content): unknown {
  if (Array.isArray(content)) return (content as readonly Content[]).map(visible);
  return typeof content === 'string' ? escapeInvisible(content) : content;
}
