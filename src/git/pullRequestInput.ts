import { parseRemoteUrl } from './remoteUrl.ts';

/** A pull request as a person names it. */
export interface PullRequestInput {
  readonly number: number;
  /** `owner/name`, where a URL told it. */
  readonly repository?: string;
  /** Host of the URL. */
  readonly host?: string;
}

const longestText = 2_000;
const short = /^(?:([\w.-]+(?:\/[\w.-]+)+)(?=[#!]))?[#!]?([1-9]\d{0,8})$/;
const page = /^(.+?)\/(?:-\/)?(?:pull|pulls|pull-requests|pullrequests?|merge_requests)\/([1-9]\d{0,8})(?:[/?#].*)?$/i;

/** Reads `7`, `#7`, `!7`, `owner/name#7` or the address of a pull request's page; undefined for anything else. */
export function parsePullRequestInput(text: string): PullRequestInput | undefined {
  const typed = text.trim();
  if (typed.length > longestText) return undefined;
  const [, repository, number] = short.exec(typed) ?? [];
  if (number !== undefined) return { number: Number(number), ...(repository === undefined ? {} : { repository }) };
  // Browsers show addresses without their scheme.
  const address = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\//.test(typed) ? `https://${typed}` : typed;
  const [, base = '', ofPage = ''] = page.exec(address) ?? [];
  if (!/^https?:\/\//i.test(base)) return undefined;
  const named = repositoryOf(base);
  return named && { number: Number(ofPage), ...named };
}

function repositoryOf(base: string): { readonly repository: string; readonly host: string } | undefined {
  // Bitbucket Data Center's pages name projects and users.
  const [, root = '', kind, owner = '', repo = ''] =
    /^(https?:\/\/[^/]+(?:\/.+)?)\/(projects|users)\/([^/]+)\/repos\/([^/]+)$/i.exec(base) ?? [];
  const parsed = parseRemoteUrl(
    kind === undefined ? base : `${root}/scm/${kind.toLowerCase() === 'users' ? '~' : ''}${owner}/${repo}`,
  );
  return parsed && { repository: parsed.fullName, host: parsed.host };
}
