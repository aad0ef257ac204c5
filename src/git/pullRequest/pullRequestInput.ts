import { parsePullRequestPage } from './pullRequestUrl.ts';
import type { HostSettings } from '../repository/remoteUrl.ts';

/** A pull request as named by the user. */
export interface PullRequestInput {
  readonly number: number;
  /** `owner/name`, if the input has it. */
  readonly repository?: string;
  /** Host of the URL. */
  readonly host?: string;
}

const longestText = 2_000;
const short =
  /^(?:([\w.-]+(?:\/[\w.-]+)+)(?=[#!])|gh-(?=\d)|(?:pull request|merge request|pull|pr|mr)[ -]?(?=[#!\d]))?[#!]?([1-9]\d{0,8})$/i;

/**
 * Parses `7`, `#7`, `!7`, `GH-7`, `PR #7`, `owner/name#7` or the URL of a pull request, also as a Markdown link or with
 * surrounding punctuation; undefined for anything else.
 */
export function parsePullRequestInput(text: string, hosts: HostSettings = {}): PullRequestInput | undefined {
  if (text.trim().length > longestText) return undefined;
  const typed = unwrapped(text);
  const [, repository, number] = short.exec(typed) ?? [];
  if (number !== undefined) return { number: Number(number), ...(repository === undefined ? {} : { repository }) };
  // Browsers show URLs without their scheme.
  const address = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\//.test(typed) ? `https://${typed}` : typed;
  return parsePullRequestPage(address, hosts);
}

/**
 * Whether the URL is on another host than the repository. A remote's host may be an SSH alias, such as `work` or
 * `github.com-work`, which does not count as another host.
 * @param host of the repository; undefined if unknown
 */
export function isOnOtherHost(input: PullRequestInput, host: string | undefined): boolean {
  if (input.host === undefined || host?.includes('.') !== true) return false;
  return input.host !== host && !host.startsWith(`${input.host}-`);
}

/** Strips link syntax and surrounding brackets, quotes and full stops. */
function unwrapped(text: string): string {
  const bare = text.trim().replace(/[.,;:!?]+$/, '');
  const [, linked] =
    /^!?\[.*\]\(\s*<?([^\s<>()]+)>?(?:\s[^)]*)?\)$/s.exec(bare) ?? /^<([^\s<>|]+)(?:\|[^<>]*)?>$/.exec(bare) ?? [];
  return linked ?? bare.replace(/^[\s([{<"'`]+|[\s)\]}>"'`.,;:!?]+$/g, '');
}
