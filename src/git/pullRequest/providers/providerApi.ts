import { firstOf, isObject } from '../../../api/decode/aliases.ts';
import { asText } from '../../../api/decode/values.ts';
import type { HttpResponse } from '../../../api/transport/transport.ts';
import { plainLine } from '../../../core/base/text.ts';

/** A repository as identified in its provider's REST API. */
export interface ProviderRepository {
  /** https URL that all repositories of the host share as a prefix. */
  readonly site: string;
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
  /** The provider's id, if a filter requires it. */
  readonly id?: number;
}

/** The branch or commit whose pull requests to find. */
export interface PullRequestQuery {
  /** The base repository. */
  readonly base: ProviderRepository;
  /** The pushed branch; undefined if HEAD is detached, to search by commit. */
  readonly head: (ProviderRepository & { readonly branch: string }) | undefined;
  /** Full hash. */
  readonly commit: string;
}

/** A pull request as returned by a provider. */
export interface ProvidedPullRequest {
  readonly number: number;
  readonly title: string | undefined;
  readonly url: string | undefined;
  readonly isOpen: boolean;
  /** Full hash, or the beginning of it. */
  readonly headCommit: string | undefined;
  readonly headBranch: string | undefined;
  /** `owner/name` of the head repository; `base` or `fork` if only that is known. */
  readonly headRepository: string | undefined;
  /** `owner/name` of the base repository, if the provider returns it. */
  readonly baseRepository: string | undefined;
  /** The commit of its trial merge, if the provider returns it. */
  readonly mergeCommit?: string | undefined;
  /** Whether the base repository is itself a fork. */
  readonly isWithinFork?: boolean;
}

/** A repository's record as returned by a provider. */
export interface RepositoryRecord {
  /** The current `owner/name`. */
  readonly fullName: string | undefined;
  readonly id: number | undefined;
  /** `owner/name` of the repository it was forked from. */
  readonly parent: string | undefined;
}

/** A `GET` request, or a `POST` of JSON if there is a body. */
export interface ProviderRequest {
  readonly url: string;
  readonly body?: string;
}

/** A response with status 200. */
export interface ProviderResponse {
  readonly url: string;
  readonly body: unknown;
  readonly headers: HttpResponse['headers'];
  /** Whether it came after a redirect, because the repository was renamed. */
  readonly isMoved: boolean;
}

/** Requests and decoders for the pull requests of a provider's REST API. */
export interface ProviderApi {
  /** Builds the request for pull requests; undefined if the provider has none for the query. */
  request(query: PullRequestQuery): ProviderRequest | undefined;
  /** URL of the next page; undefined after the last one. */
  next(answer: ProviderResponse): string | undefined;
  /** Headers of each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The scheme of the `authorization` header that takes a token. */
  readonly scheme: 'Bearer' | 'Basic' | 'token';
  /** Returns the list of pull requests in a body. */
  list(body: unknown): unknown;
  /** The field of a pull request that holds its number. */
  readonly number: string;
  /** Decodes the other members of a pull request; undocumented values become undefined. */
  read(item: object, query: PullRequestQuery, number: number): Omit<ProvidedPullRequest, 'number' | 'title'>;
  /** Path of one pull request below that of its repository. */
  readonly pullRequestPath: string;
  /** URL of a repository's record. */
  recordUrl(repository: ProviderRepository): string;
  readRecord(body: unknown, repository: ProviderRepository): RepositoryRecord;
  /** Whether it lists open pull requests only, also those of a commit. */
  readonly listsOpenOnly?: true;
  /** Whether forks are filtered by id, which their record contains. */
  readonly filtersById?: true;
}

const mostItems = 100;

/** URL of one pull request, with the version that the URL of its repository names. */
export function pullRequestUrl(api: ProviderApi, repository: ProviderRepository, number: number): string {
  const [address = '', query = ''] = api.recordUrl(repository).split('?');
  const version = new URLSearchParams(query).get('api-version');
  return `${address}/${api.pullRequestPath}/${number}${version === null ? '' : `?api-version=${version}`}`;
}

/** Decodes the pull requests in a body; skips undocumented values. */
export function decodePullRequests(api: ProviderApi, body: unknown, query: PullRequestQuery): ProvidedPullRequest[] {
  const list = api.list(body);
  const items = Array.isArray(list) ? list.slice(0, mostItems).filter(isObject) : [];
  return items.flatMap(item => decodePullRequest(api, item, query) ?? []);
}

/** Decodes one pull request; undefined without a number. */
export function decodePullRequest(
  api: ProviderApi,
  item: unknown,
  query: PullRequestQuery,
): ProvidedPullRequest | undefined {
  const number = readNumber(item, api.number);
  if (number === undefined || !isObject(item)) return undefined;
  return { ...api.read(item, query, number), number, title: titleOf(item) };
}

/** Reads text of limited length at a dotted path, such as a name or a URL; undefined if it has control characters. */
export function readText(item: unknown, path: string, longest = 500): string | undefined {
  const found = asText(firstOf(item, path));
  return found !== undefined && found.length <= longest && !/\p{Cc}/u.test(found) ? found : undefined;
}

/** Reads a positive integer: a pull request's number or an id. */
export function readNumber(item: unknown, path: string): number | undefined {
  const found = firstOf(item, path);
  return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 && found < 1e9 ? found : undefined;
}

/** A title as one line that is safe to show. */
function titleOf(item: unknown): string | undefined {
  const title = asText(firstOf(item, 'title'));
  return title === undefined ? undefined : plainLine(title, 200) || undefined;
}

/** Reads a full or abbreviated commit hash. */
export function readCommit(item: unknown, path: string): string | undefined {
  const found = readText(item, path, 64);
  return found !== undefined && /^[0-9a-f]{7,64}$/.test(found) ? found : undefined;
}

/** Reads the URL of a page, if it is on the same site. */
export function readPageUrl(item: unknown, path: string, { site }: ProviderRepository): string | undefined {
  const found = readText(item, path, 2_000);
  if (found === undefined || !URL.canParse(found)) return undefined;
  const { origin, href } = new URL(found);
  return origin === new URL(site).origin ? href : undefined;
}

/** The name of a branch from its full ref. */
export function branchName(ref: string | undefined): string | undefined {
  return ref === undefined ? undefined : /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
}

/** `owner/name` */
export function joinFullName({ owner, repo }: ProviderRepository): string {
  return `${owner}/${repo}`;
}

/** Whether two names are the same repository; hosts ignore case. */
export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** `owner/name`, each part percent-encoded. */
export function encodeFullName({ owner, repo }: ProviderRepository): string {
  return `${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
}

/** Reads a repository's full name that is safe in a URL. */
export function readFullName(item: unknown, path: string): string | undefined {
  const found = readText(item, path);
  return found !== undefined && /^[^\s/\\]+(?:\/[^\s/\\]+)+$/.test(found) && !/(?:^|\/)\.\.?(?:\/|$)/.test(found)
    ? found
    : undefined;
}

/** URL of the next page from the `link` header (RFC 8288). */
export function nextPageUrl({ headers }: ProviderResponse): string | undefined {
  for (const link of headers['link']?.split(/,\s*(?=<)/) ?? []) {
    const [, url, rest = ''] = /^<([^>]+)>(.*)$/s.exec(link) ?? [];
    if (url !== undefined && /;\s*rel="?next"?(?:;|\s|$)/i.test(rest)) return url;
  }
  return undefined;
}

/** Sets a query parameter of a URL. */
export function setParameter(url: string, name: string, value: number): string {
  const [path = '', query = ''] = url.split('?');
  const kept = query.split('&').filter(pair => pair !== '' && !pair.startsWith(`${name}=`));
  return `${path}?${[...kept, `${name}=${value}`].join('&')}`;
}
