import { icon } from './icons.ts';
import { html, type Content, type Html } from './html.ts';

/** A short state with its sign; the colour says nothing that the text does not. */
export function badge(kind: 'good' | 'bad' | 'busy' | 'quiet' | 'warn', text: Content): Html {
  const signs = { good: 'tick', bad: 'cross', busy: 'clock', quiet: 'dash', warn: 'warning' } as const;
  return html`<span class="badge ${kind}">${icon(signs[kind])}${text}</span>`;
}

/** A short word about a thing, such as "private". */
export function tag(text: Content): Html {
  return html`<span class="tag">${text}</span>`;
}
