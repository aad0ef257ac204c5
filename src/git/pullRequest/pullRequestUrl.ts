import { parseRemoteUrl, type Hosts, type Provider } from '../repository/remoteUrl.ts';
import { decode } from '../repository/splitUrl.ts';

/** A pull request as an address names it. */
export interface PullRequestPage {
  readonly number: number;
  /** `owner/name` */
  readonly repository: string;
  /** Lower-cased name of the web host. */
  readonly host: string;
}

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Addresses that lead to a page by a detour: editors on the web, redirects and REST interfaces. */
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
    // A project's id does not tell its name.
    (_, site = '', project = '') => (/%2f/i.test(project) ? `${site}/${decode(project)}/-/merge_requests/` : ''),
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

/** What is left of one after the detours does not name the repository. */
const restInterface = /\/(?:_apis|rest\/api|api\/v\d\/\w+)\//i;

/** Who calls the pages of pull requests so; it counts where nothing else is known of a host. */
const callers: Readonly<Record<string, Provider>> = { pull: 'github', pulls: 'gitea', merge_requests: 'gitlab' };

/**
 * Reads the address of a pull request's page, of a part of it, or of its resource in the host's REST interface.
 * @returns undefined for what is none, and for what does not tell the name of the repository
 */
export function parsePullRequestPage(address: string, hosts: Hosts): PullRequestPage | undefined {
  const direct = detours.reduce(
    (text, [from, to]) => (typeof to === 'string' ? text.replace(from, to) : text.replace(from, to)),
    address,
  );
  const [, base = '', word = '', number] = page.exec(direct) ?? [];
  if (number === undefined || restInterface.test(base)) return undefined;
  // Bitbucket Data Center's pages name projects and users.
  const [, root = '', kind, owner = '', repo = ''] =
    /^(https?:\/\/[^/]+(?:\/.+)?)\/(projects|users)\/([^/]+)\/repos\/([^/]+)$/i.exec(base) ?? [];
  const parsed =
    kind === undefined
      ? parseRemoteUrl(base, { hosts, otherwise: callers[word.toLowerCase()] ?? 'git' })
      : parseRemoteUrl(`${root}/scm/${kind.toLowerCase() === 'users' ? '~' : ''}${owner}/${repo}`, { hosts });
  return parsed && { number: Number(number), repository: parsed.fullName, host: parsed.host };
}
