import { parseRemoteUrl } from './remoteUrl.ts';

/** A pull request as a person names it. */
export interface PullRequestInput {
  readonly number: number;
  /** `owner/name`, where a URL told it. */
  readonly repository?: string;
  /** Host of the URL. */
  readonly host?: string;
}

const page = /^(.+?)\/(?:-\/)?(?:pull|pulls|pull-requests|pullrequests?|merge_requests)\/([1-9]\d{0,8})(?:[/?#].*)?$/i;

/** Reads `7`, `#7`, `!7`, `owner/name#7` or the address of a pull request's page; undefined for anything else. */
export function parsePullRequestInput(text: string): PullRequestInput | undefined {
  const typed = text.trim();
  const short = /^(?:([\w.-]+(?:\/[\w.-]+)+))?[#!]?([1-9]\d{0,8})$/.exec(typed);
  if (short !== null) {
    const [, repository, number = ''] = short;
    if (repository === undefined) return { number: Number(number) };
    return /[#!]/.test(typed) ? { number: Number(number), repository } : undefined;
  }
  const [, base = '', number = ''] = page.exec(typed) ?? [];
  if (!/^https?:\/\//i.test(base)) return undefined;
  const repository = repositoryOf(base);
  return repository && { number: Number(number), ...repository };
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
