import { html, type Content, type Html } from './html.ts';

/** A link to an address that came from outside: plain text unless it is http or https. */
export function externalLink(address: string | undefined, text: Content): Content {
  if (address === undefined || !/^https?:\/\/[^\s"'<>\\]+$/i.test(address) || !URL.canParse(address)) return text;
  return html`<a href="${address}">${text}</a>`;
}

/** A path of the dashboard with the values that are set as its query. */
export function pathWith(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  if (set.length === 0) return path;
  return `${path}?${new URLSearchParams(set.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}

/** A link that looks like a button. */
export function buttonLink(path: string, text: Content, kind: 'primary' | 'plain' | 'danger' = 'plain'): Html {
  return html`<a class="button ${kind}" href="${path}">${text}</a>`;
}
