import { parsePullRequestPage } from './pullRequestUrl.ts';
import type { Hosts } from '../repository/remoteUrl.ts';

/** A pull request as a person names it. */
export interface PullRequestInput {
  readonly number: number;
  /** `owner/name`, where a URL told it. */
  readonly repository?: string;
  /** Host of the URL. */
  readonly host?: string;
}

const longestText = 2_000;
const short =
  /^(?:([\w.-]+(?:\/[\w.-]+)+)(?=[#!])|gh-(?=\d)|(?:pull request|merge request|pull|pr|mr)[ -]?(?=[#!\d]))?[#!]?([1-9]\d{0,8})$/i;

/**
 * Reads `7`, `#7`, `!7`, `GH-7`, `PR #7`, `owner/name#7` or the address of a pull request, also as a link of Markdown or
 * with what stood around it in a text; undefined for anything else.
 */
export function parsePullRequestInput(text: string, hosts: Hosts = {}): PullRequestInput | undefined {
  if (text.trim().length > longestText) return undefined;
  const typed = unwrapped(text);
  const [, repository, number] = short.exec(typed) ?? [];
  if (number !== undefined) return { number: Number(number), ...(repository === undefined ? {} : { repository }) };
  // Browsers show addresses without their scheme.
  const address = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\//.test(typed) ? `https://${typed}` : typed;
  return parsePullRequestPage(address, hosts);
}

/**
 * Whether an address is of another host than a repository. A remote may name its host by an alias of ssh, such as `work`
 * or `github.com-work`, which says nothing of another one.
 * @param host of the repository; undefined where it is not known
 */
export function isElsewhere(input: PullRequestInput, host: string | undefined): boolean {
  if (input.host === undefined || host?.includes('.') !== true) return false;
  return input.host !== host && !host.startsWith(`${input.host}-`);
}

/** Without the marks of a link, and without brackets, quotes and full stops around it. */
function unwrapped(text: string): string {
  const bare = text.trim().replace(/[.,;:!?]+$/, '');
  const [, linked] =
    /^!?\[.*\]\(\s*<?([^\s<>()]+)>?(?:\s[^)]*)?\)$/s.exec(bare) ?? /^<([^\s<>|]+)(?:\|[^<>]*)?>$/.exec(bare) ?? [];
  return linked ?? bare.replace(/^[\s([{<"'`]+|[\s)\]}>"'`.,;:!?]+$/g, '');
}
