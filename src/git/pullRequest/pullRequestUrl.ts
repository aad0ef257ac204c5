import { parseRemoteUrl, type HostSettings, type Provider } from '../repository/remoteUrl.ts';
import { decodePercent } from '../repository/splitUrl.ts';

/** A pull request as named by a URL. */
interface PullRequestPage {
  readonly number: number;
  /** `owner/name` */
  readonly repository: string;
  /** Name of the web host in lower case. */
  readonly host: string;
}

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Alternative URLs of a page: web editors, redirects and REST APIs. */
const detours: readonly (readonly [from: RegExp, to: string | ((...parts: string[]) => string)])[] = [
  [/^https?:\/\/(?:insiders\.)?vscode\.dev\/github(?:\.com)?\//i, 'https://github.com/'],
  [/^https?:\/\/(?:redirect\.github\.com|github\.dev|api\.github\.com\/repos)\//i, 'https://github.com/'],
  [/^https?:\/\/patch-diff\.githubusercontent\.com\/raw\//i, 'https://github.com/'],
  [/^https?:\/\/api\.([^/]+\.ghe\.com)\/repos\//i, 'https://$1/'],
  [/^https?:\/\/api\.bitbucket\.org\/2\.0\/repositories\//i, 'https://bitbucket.org/'],
  // GitHub Enterprise Server, Gitea.
  [/^(https?:\/\/.+)\/api\/v[13]\/repos\//i, '$1/'],
  [
    /^(https?:\/\/.+)\/api\/v4\/projects\/([^/]+)\/merge_requests\//i,
    // A numeric project id does not contain the name.
    (_, site = '', project = '') => (/%2f/i.test(project) ? `${site}/${decodePercent(project)}/-/merge_requests/` : ''),
  ],
  [/^(https?:\/\/.+?)\/-\/ide\/project\//i, '$1/'],
  [/^(https?:\/\/.+)\/rest\/api\/(?:latest|\d+\.\d+)\/(projects|users)\//i, '$1/$2/'],
  [
    /^(https?:\/\/.+)\/_apis\/git\/repositories\/([^/]+)\/pullrequests\//i,
    (_, project = '', repo = '') =>
      [...project.split('/'), repo].some(name => guid.test(name)) ? '' : `${project}/_git/${repo}/pullrequest/`,
  ],
];

const page =
  /^(https?:\/\/[^/]+\/.+?)\/(?:-\/)?(pull|pulls|pull-requests?|pullrequests?|merge_requests)\/([1-9]\d{0,8})(?:\.(?:diff|patch))?(?:[/?#].*)?$/i;

/** REST URLs that do not name the repository. */
const restInterface = /\/(?:_apis|rest\/api|api\/v\d\/\w+)\//i;

/** Providers by their path segment for pull requests, for unknown hosts. */
const callers: Readonly<Record<string, Provider>> = { pull: 'github', pulls: 'gitea', merge_requests: 'gitlab' };

/**
 * Parses the URL of a pull request's page, of a part of it, or of its resource in the REST API.
 * @returns undefined if it is none or does not contain the name of the repository
 */
export function parsePullRequestPage(address: string, hosts: HostSettings): PullRequestPage | undefined {
  const direct = detours.reduce(
    (text, [from, to]) => (typeof to === 'string' ? text.replace(from, to) : text.replace(from, to)),
    address,
  );
  const [, base = '', word = '', number] = page.exec(direct) ?? [];
  if (number === undefined || restInterface.test(base)) return undefined;
  // Bitbucket Data Center's URLs name projects or users.
  const [, root = '', kind, owner = '', repo = ''] =
    /^(https?:\/\/[^/]+(?:\/.+)?)\/(projects|users)\/([^/]+)\/repos\/([^/]+)$/i.exec(base) ?? [];
  const parsed =
    kind === undefined
      ? parseRemoteUrl(base, { hosts, otherwise: callers[word.toLowerCase()] ?? 'git' })
      : parseRemoteUrl(`${root}/scm/${kind.toLowerCase() === 'users' ? '~' : ''}${owner}/${repo}`, { hosts });
  return parsed && { number: Number(number), repository: parsed.fullName, host: parsed.host };
}
