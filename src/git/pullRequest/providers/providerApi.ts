import { asText, firstOf, isObject } from '../../../api/decode/aliases.ts';
import type { HttpResponse } from '../../../api/transport/transport.ts';
import { plainLine } from '../../../core/base/text.ts';

/** A repository as its provider's REST interface is asked for it. */
export interface ProviderRepository {
  /** https address that the pages of all its repositories begin with. */
  readonly site: string;
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
  /** The provider's own id of it, where a filter takes no name. */
  readonly id?: number;
}

/** The branch or commit whose pull requests are wanted. */
export interface PullRequestQuery {
  /** Where the pull requests are made to. */
  readonly base: ProviderRepository;
  /** Where the branch is pushed to; undefined where HEAD is detached, and the commit is asked for. */
  readonly head: (ProviderRepository & { readonly branch: string }) | undefined;
  /** Full hash. */
  readonly commit: string;
}

/** A pull request as a provider tells it. */
export interface ProvidedPullRequest {
  readonly number: number;
  readonly title: string | undefined;
  readonly url: string | undefined;
  readonly isOpen: boolean;
  /** Full hash, or the beginning of it. */
  readonly headCommit: string | undefined;
  readonly headBranch: string | undefined;
  /** `owner/name` of the repository the branch is in; `base` or `fork` where only that is told. */
  readonly headRepository: string | undefined;
  /** `owner/name` of the repository it is made to, where the provider tells it. */
  readonly baseRepository: string | undefined;
  /** The commit of its trial merge, where the provider tells it. */
  readonly mergeCommit?: string | undefined;
  /** The repository it is made to is itself a fork. */
  readonly isWithinFork?: boolean;
}

/** What a provider tells of a repository. */
export interface RepositoryRecord {
  /** `owner/name` as it is today. */
  readonly fullName: string | undefined;
  readonly id: number | undefined;
  /** `owner/name` of the repository it was forked from. */
  readonly parent: string | undefined;
}

/** A `GET`, or a `POST` of JSON where there is a body. */
export interface ProviderRequest {
  readonly url: string;
  readonly body?: string;
}

/** An answer with the status 200. */
export interface ProviderAnswer {
  readonly url: string;
  readonly body: unknown;
  readonly headers: HttpResponse['headers'];
  /** It came after a redirect: the repository has another name today. */
  readonly isMoved: boolean;
}

/** The part of a provider's REST interface that tells pull requests: what to ask and how to read the answers. */
export interface ProviderApi {
  /** Asks for the pull requests; undefined where the provider cannot tell them. */
  request(query: PullRequestQuery): ProviderRequest | undefined;
  /** The address of the next page of an answer; undefined after the last one. */
  next(answer: ProviderAnswer): string | undefined;
  /** Headers of each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The scheme of the `authorization` header that takes a token. */
  readonly scheme: 'Bearer' | 'token';
  /** The pull requests of an answer. */
  list(body: unknown): unknown;
  /** The field of a pull request that holds its number. */
  readonly number: string;
  /** Reads what else is told of a pull request; what is not as documented is undefined. */
  read(item: object, query: PullRequestQuery, number: number): Omit<ProvidedPullRequest, 'number' | 'title'>;
  /** The address of what is told of a repository. */
  recordUrl(repository: ProviderRepository): string;
  readRecord(body: unknown, repository: ProviderRepository): RepositoryRecord;
  /** A fork is filtered for by its id, which its record tells. */
  readonly filtersById?: true;
}

const mostItems = 100;

/** Reads the body of an answer; what is not as documented is left out. */
export function decodePullRequests(api: ProviderApi, body: unknown, query: PullRequestQuery): ProvidedPullRequest[] {
  const list = api.list(body);
  const items = Array.isArray(list) ? list.slice(0, mostItems).filter(isObject) : [];
  return items.flatMap(item => {
    const number = numberOf(item, api.number);
    return number === undefined ? [] : { ...api.read(item, query, number), number, title: titleOf(item) };
  });
}

/** A text of bounded length under a dotted path. */
export function text(item: unknown, path: string, longest = 500): string | undefined {
  const found = asText(firstOf(item, [path]));
  return found !== undefined && found.length <= longest ? found : undefined;
}

/** A pull request's number or an id, which are positive. */
export function numberOf(item: unknown, path: string): number | undefined {
  const found = firstOf(item, [path]);
  return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 && found < 1e9 ? found : undefined;
}

/** A title as one line that is safe to show. */
function titleOf(item: unknown): string | undefined {
  const title = asText(firstOf(item, ['title']));
  return title === undefined ? undefined : plainLine(title, 200) || undefined;
}

/** A commit's hash, or the beginning of one. */
export function commitOf(item: unknown, path: string): string | undefined {
  const found = text(item, path, 64);
  return found !== undefined && /^[0-9a-f]{7,64}$/.test(found) ? found : undefined;
}

/** The address of a page, where it is one of the same site. */
export function pageOf(item: unknown, path: string, { site }: ProviderRepository): string | undefined {
  const found = text(item, path, 2_000);
  if (found === undefined || !URL.canParse(found)) return undefined;
  const { origin, href } = new URL(found);
  return origin === new URL(site).origin ? href : undefined;
}

/** The name of a branch by its full ref. */
export function branchOf(ref: string | undefined): string | undefined {
  return ref === undefined ? undefined : /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
}

/** `owner/name` */
export function nameOf({ owner, repo }: ProviderRepository): string {
  return `${owner}/${repo}`;
}

/** Whether two names are of one repository; hosts take letters of either case. */
export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** `owner/name`, each part fit for an address. */
export function encodedName({ owner, repo }: ProviderRepository): string {
  return `${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
}

/** A name that fits an address and means one repository. */
export function fullNameOf(item: unknown, path: string): string | undefined {
  const found = text(item, path);
  return found !== undefined && /^[^\s/\\]+(?:\/[^\s/\\]+)+$/.test(found) && !/(?:^|\/)\.\.?(?:\/|$)/.test(found)
    ? found
    : undefined;
}

/** The next page by the `link` header (RFC 8288). */
export function nextByLink({ headers }: ProviderAnswer): string | undefined {
  for (const link of headers['link']?.split(/,\s*(?=<)/) ?? []) {
    const [, url, rest = ''] = /^<([^>]+)>(.*)$/s.exec(link) ?? [];
    if (url !== undefined && /;\s*rel="?next"?(?:;|\s|$)/i.test(rest)) return url;
  }
  return undefined;
}

/** An address with one parameter of its query set. */
export function withParameter(url: string, name: string, value: number): string {
  const [path = '', query = ''] = url.split('?');
  const kept = query.split('&').filter(pair => pair !== '' && !pair.startsWith(`${name}=`));
  return `${path}?${[...kept, `${name}=${value}`].join('&')}`;
}
