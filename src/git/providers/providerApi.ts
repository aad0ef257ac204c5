import { asText, firstOf, isObject } from '../../api/fields.ts';
import { plainLine } from '../../core/plainText.ts';

/** A repository as its provider's REST interface is asked for it. */
export interface ProviderRepository {
  /** https address that the pages of all its repositories begin with. */
  readonly site: string;
  readonly host: string;
  readonly owner: string;
  readonly repo: string;
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
}

/** The part of a provider's REST interface that tells pull requests: what to ask and how to read the answers. */
export interface ProviderApi {
  /** Addresses to `GET` one after the other, until an answer tells the pull request or has none at all. */
  addresses(query: PullRequestQuery): readonly string[];
  /** Headers of each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The scheme of the `authorization` header that takes a token. */
  readonly scheme: 'Bearer' | 'token';
  /** The field of an answer that holds the list of pull requests; without it the answer is the list. */
  readonly list?: string;
  /** The field of a pull request that holds its number. */
  readonly number: string;
  /** Reads what else is told of a pull request; what is not as documented is undefined. */
  read(item: object, query: PullRequestQuery, number: number): Omit<ProvidedPullRequest, 'number' | 'title'>;
}

const mostItems = 100;

/** Reads the body of an answer with the status 200; what is not as documented is left out. */
export function decodePullRequests(api: ProviderApi, answer: unknown, query: PullRequestQuery): ProvidedPullRequest[] {
  const list = api.list === undefined ? answer : firstOf(answer, [api.list]);
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

/** A pull request's number, which is positive. */
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

/** `owner/name`, each part fit for an address. */
export function encodedName({ owner, repo }: ProviderRepository): string {
  return `${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
}
