import { CodeReviewError } from '../../../core/base/errors.ts';
import { plainLine } from '../../../core/base/text.ts';
import { isLoopbackHost } from '../../../core/system/privateHost.ts';
import { parseRemoteUrl, type Provider, type RemoteRepository } from '../../../git/repository/remoteUrl.ts';
import { splitUrl } from '../../../git/repository/splitUrl.ts';

/** What signs in to a git host. */
export interface Credential {
  /** Empty for a token alone. */
  readonly username: string;
  readonly secret: string;
}

/** A repository on a git host, as its clone address names it. */
export interface CloneAddress {
  /** `https://…`, or `http://…` on loopback, without user and password. */
  readonly cloneUrl: string;
  /** `https://host[:port]`: what a credential belongs to. */
  readonly origin: string;
  readonly provider: Provider;
  /** `owner/name` */
  readonly fullName: string;
  readonly name: string;
  readonly webUrl: string | undefined;
  /** What all REST addresses of its host begin with; undefined for a host that no rule knows. */
  readonly site: string | undefined;
  /** User and password that stood in the address. */
  readonly credential: Credential | undefined;
}

const longestAddress = 2_000;
const example = 'https://git.acme.example/acme/orders.git';

/**
 * Reads the clone address that somebody typed.
 * @param provider of its host, where a name alone does not tell it
 * @throws CodeReviewError of kind `input` with a sentence that says what to use instead
 */
export function parseCloneAddress(text: string, provider?: string): CloneAddress {
  const typed = text.trim();
  if (typed === '') throw inputError('There is no clone address.', `Type one such as ${example}.`);
  if (typed.length > longestAddress) throw inputError('The clone address is too long.', `Type one such as ${example}.`);
  // No part of the text is repeated before it is known to have no password.
  const split = splitUrl(typed);
  if (split === undefined || /[\p{Cc}\p{Cf}\s\\]/u.test(typed)) throw notAnAddress(typed);
  const { scheme } = split;
  if (scheme === 'ssh')
    throw inputError(
      'SSH addresses cannot be used: the service signs in with a token.',
      `Use the repository's HTTPS address${httpsOf(typed)}, with a token that may read it.`,
    );
  if ((scheme !== 'https' && scheme !== 'http') || !URL.canParse(typed)) throw notAnAddress(typed);
  const url = new URL(typed);
  if (scheme === 'http' && !isLoopbackHost(url.hostname))
    throw inputError(
      `${plainLine(url.host, 100)} would get the credential unencrypted over http.`,
      'Use its https address.',
    );
  const credential = credentialIn(url);
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.replace(/\/+$/, '');
  const hosts: Record<string, string> = provider === undefined ? {} : { [url.host]: provider };
  const found = parseRemoteUrl(url.href, { hosts });
  if (found === undefined) throw notAnAddress(url.href);
  const site = withSchemeOf(url, found.site);
  return {
    cloneUrl: url.href,
    origin: url.origin,
    provider: found.provider,
    fullName: found.fullName,
    name: found.repo,
    webUrl: withSchemeOf(url, found.webUrl),
    site,
    credential,
  };
}

function credentialIn(url: URL): Credential | undefined {
  const [username, password] = [decode(url.username), decode(url.password)];
  if (password !== '') return { username, secret: password };
  // A token may stand alone, in the place of the user; the names that hosts put there by themselves are short.
  return username.length >= 20 ? { username: '', secret: username } : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Web addresses are https, unless the clone address is http on loopback. */
function withSchemeOf({ protocol }: URL, address: string | undefined): string | undefined {
  return address?.replace(/^https:/, protocol);
}

/** The https address of an SSH one, for a message; empty where its host is not sure. */
function httpsOf(typed: string): string {
  const found: RemoteRepository | undefined = parseRemoteUrl(typed);
  return found?.webUrl === undefined ? '' : ` (${plainLine(found.webUrl, 300)}${gitEnding(found.provider)})`;
}

function gitEnding(provider: Provider): string {
  return provider.startsWith('azure') ? '' : '.git';
}

function notAnAddress(typed: string): CodeReviewError {
  const isHelper = /^[a-z0-9]+::/i.test(typed);
  const isLocal = /^(?:file:|[/.~\\]|[a-z]:[\\/])/i.test(typed);
  const what = isHelper
    ? 'Addresses of remote helpers cannot be used.'
    : isLocal
      ? 'Folders of this machine cannot be connected.'
      : 'This is not the clone address of a repository.';
  return inputError(what, `Type one such as ${example}.`);
}

function inputError(message: string, advice: string): CodeReviewError {
  return new CodeReviewError('input', message, advice);
}
