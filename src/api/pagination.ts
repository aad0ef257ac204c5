import { firstOf, names } from './decode/aliases.ts';
import { asText } from './decode/values.ts';
import type { HttpResponse } from './transport/transport.ts';

/**
 * The URL of the next page of a list: from a `Link` header, a URL in the body or a cursor. Only on the same origin,
 * since the request carries the key.
 * @param current URL of the current page
 */
export function nextPage({ headers }: HttpResponse, answer: unknown, current: string): string | undefined {
  const link = linkedPage(headers['link'] ?? '');
  if (link !== undefined) return sameOrigin(link, current);
  const url = firstOf(answer, names('next nextUrl links.next paging.next links.next.href'), asText);
  if (url !== undefined && /^(?:https?:)?\/|^\?/.test(url)) return sameOrigin(url, current);
  const cursor = firstOf(
    answer,
    names(`nextCursor cursor nextToken endCursor pageInfo.endCursor meta.nextCursor meta.pagination.nextCursor
      pagination.nextCursor`),
    asText,
  );
  if (cursor !== undefined && firstOf(answer, 'hasMore hasNextPage pageInfo.hasNextPage') !== false)
    return withQuery(current, 'cursor', cursor);
  if (firstOf(answer, 'hasMore hasNextPage') === true) {
    return withQuery(current, 'page', `${Number(new URL(current).searchParams.get('page') ?? '1') + 1}`);
  }
  const page = headers['x-next-page']?.trim();
  return page !== undefined && /^\d+$/.test(page) ? withQuery(current, 'page', page) : undefined;
}

/** The target of `rel="next"` (RFC 8288). Parsed in steps: one regular expression would backtrack for minutes. */
function linkedPage(header: string): string | undefined {
  for (const link of header.split('<').slice(1)) {
    const end = link.indexOf('>');
    const parameters = end < 0 ? [] : link.slice(end + 1).split(';');
    const relation = parameters.map(each => each.trim()).find(each => /^rel\s*=/i.test(each));
    const names = relation?.slice(relation.indexOf('=') + 1).split(/["\s,]+/) ?? [];
    if (names.some(name => name.toLowerCase() === 'next')) return link.slice(0, end);
  }
  return undefined;
}

function sameOrigin(url: string, current: string): string | undefined {
  if (!URL.canParse(url, current)) return undefined;
  const next = new URL(url, current);
  const { protocol, host, origin } = new URL(current);
  // Services behind a gateway that terminates TLS generate http URLs.
  if (next.protocol === 'http:' && next.host === host) next.protocol = protocol;
  const isPlain = next.username === '' && next.password === '';
  return isPlain && next.origin === origin ? next.href : undefined;
}

function withQuery(current: string, name: string, value: string): string {
  const url = new URL(current);
  url.searchParams.set(name, value);
  return url.href;
}
